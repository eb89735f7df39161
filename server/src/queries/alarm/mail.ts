// Emails about alarms of a plant.
import type { Tx } from '../../platform/db.ts';
import { escapeHtml } from '../../platform/html.ts';
import { mailPage, paragraph } from '../../platform/mail.ts';
import { brandOf, queueComposed } from '../../repositories/mails.ts';
import { endUrlOf } from '../report/endLink.ts';
import { acknowledgeUrlOf, newMailSecret } from './acknowledgeLink.ts';
import type { AlarmNotification, NotifiedAlarm } from './notification.ts';

const link = (url: string, text: string) =>
  `<a href="${escapeHtml(url)}" style="color:#0b5cad">${escapeHtml(text)}</a>`;
/** Smaller losses are negligible. */
const LEAST_KWH = 0.1;
const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

/** Where an alarm is shown. */
export const alarmUrl = (publicUrl: string, alarmId: number): string =>
  `${publicUrl}/devices/alarms?id=${alarmId}`;

/** Where a finding is shown. */
export const findingUrl = (publicUrl: string, findingId: number): string =>
  `${publicUrl}/pvPlant/finding?id=${findingId}`;

/** Which device is meant, or that it is the whole plant, with the input; of a gateway how many are behind it. */
export function whereText(
  { sns, alias, addrs, gateway, behindCount }: NotifiedAlarm,
  { reader }: AlarmNotification,
): string {
  if (gateway !== '')
    return oneLine(
      behindCount === 0 ? gateway : reader.translate('gateway.behind', { count: behindCount, what: gateway }),
    );
  if (sns.length === 0) return reader.translate('alarm.wholePlant');
  const devices = alias && sns.length === 1 ? `${alias} (${sns[0]})` : sns.slice(0, 5).join(', ');
  const more = sns.length > 5 ? ` +${sns.length - 5}` : '';
  const inputs = addrs.length > 0 ? `, ${reader.translate('alarm.inputs', { value: addrs.join(', ') })}` : '';
  return oneLine(devices + more + inputs);
}

/** Title and severity. */
export const titleText = ({ title, severity }: NotifiedAlarm, { reader }: AlarmNotification): string =>
  `${title} – ${reader.translate(`event.severity.${severity}`)}`;

/** Since when it is so, and since when no longer. */
export function sinceText(
  { begunAt, endedAt }: NotifiedAlarm,
  { reader, timeZone }: AlarmNotification,
): string {
  const at = (instant: number) => ({ time: reader.instant(instant, timeZone) });
  const since = reader.translate('mail.alarms.since', at(begunAt));
  return endedAt === null ? since : `${since} · ${reader.translate('mail.alarms.over', at(endedAt))}`;
}

/** Sender and support contact. */
const footerOf = (
  reader: AlarmNotification['reader'],
  { name, supportMail }: { name: string; supportMail: string },
): string[] => [
  ...(supportMail === '' ? [] : [reader.translate('mail.support', { address: supportMail })]),
  reader.translate('mail.footer', { brand: name }),
];

/** Cost, unless negligible. */
function costOf({ lostKwh, lostMoney }: NotifiedAlarm, { reader, currency }: AlarmNotification): string[] {
  if (lostKwh === null || lostKwh < LEAST_KWH) return [];
  const energy = reader.energy(lostKwh * 1000);
  const amount = lostMoney === null ? '' : ` (${reader.money(lostMoney, currency)})`;
  return [reader.translate('mail.alarms.lost', { energy: energy + amount })];
}

/** The text of a finding already states its cost. */
function wordsOf(alarm: NotifiedAlarm, notification: AlarmNotification, isOver: boolean): string[] {
  if (alarm.isFinding) return isOver ? [alarm.explanation] : [alarm.explanation, alarm.advice];
  const cost = costOf(alarm, notification);
  return isOver ? cost : [alarm.explanation, ...cost, alarm.advice];
}

/** The email about an alarm: its plant and its recipient. */
interface MailPart {
  publicUrl: string;
  siteId: number;
  userId: number;
  secret: string;
  now: number;
}

interface Way {
  text: string;
  url: string;
}

/** Links of an alarm: to the alarm and, while it is active, to its acknowledgment. */
async function waysFrom(
  tx: Tx,
  { alarmId, findingId, endedAt }: NotifiedAlarm,
  { reader, mayAct }: AlarmNotification,
  { publicUrl, secret, now, ...about }: MailPart,
): Promise<Way[]> {
  const shown = [
    { text: reader.translate('alarm.view'), url: alarmUrl(publicUrl, alarmId) },
    ...(findingId === null
      ? []
      : [{ text: reader.translate('finding.open'), url: findingUrl(publicUrl, findingId) }]),
  ];
  if (!mayAct || endedAt !== null) return shown;
  const { languageCode } = reader;
  const url = await acknowledgeUrlOf(tx, publicUrl, { alarmId, ...about }, { secret, languageCode, now });
  return [...shown, { text: reader.translate('mail.alarms.acknowledge'), url }];
}

const waysText = (ways: readonly Way[]): string => ways.map(({ text, url }) => `${text}: ${url}`).join('\n');
const waysHtml = (ways: readonly Way[]): string => ways.map(({ text, url }) => link(url, text)).join(' · ');

/**
 * Adds an email about these alarms to the outbox: each with its meaning, its cost and recommended actions; resolved
 * alarms with meaning and cost only.
 */
export async function mailAlarms(
  tx: Tx,
  notification: AlarmNotification,
  {
    publicUrl,
    siteId,
    userId,
    now,
    isOver,
  }: { publicUrl: string; siteId: number; userId: number; now: number; isOver: boolean },
): Promise<void> {
  const { reader, brandId, alarms } = notification;
  const siteName = oneLine(notification.siteName);
  const brand = await brandOf(tx, brandId);
  const endUrl = await endUrlOf(tx, publicUrl, { siteId, userId }, 'alarms');
  const [first] = alarms;
  const more = alarms.length > 1 ? ` +${alarms.length - 1}` : '';
  const named = `${first?.title ?? ''}${more}`;
  const subject = isOver
    ? reader.translate('mail.alarms.overSubject', { site: siteName, what: named })
    : `${siteName}: ${named}`;
  const secret = newMailSecret();
  const parts: { title: string; where: string; since: string; words: string[]; ways: Way[] }[] = [];
  for (const alarm of alarms)
    parts.push({
      title: titleText(alarm, notification),
      where: whereText(alarm, notification),
      since: sinceText(alarm, notification),
      words: wordsOf(alarm, notification, isOver),
      ways: await waysFrom(tx, alarm, notification, { publicUrl, siteId, userId, secret, now }),
    });
  const end = reader.translate('mail.alarms.end');
  const footer = footerOf(reader, brand);
  await queueComposed(tx, {
    kind: 'alarms',
    to: notification.email,
    brandId,
    subject,
    secret,
    now,
    unsubscribeUrl: endUrl,
    text: `${[
      siteName,
      ...parts.map(({ title, where, since, words, ways }) =>
        [title, `${where} · ${since}`, ...words, waysText(ways)].join('\n'),
      ),
      `${end}: ${endUrl}`,
      `-- \n${footer.join('\n')}`,
    ].join('\n\n')}\n`,
    html: mailPage({
      tag: reader.tag,
      brandName: brand.name,
      subject,
      footer,
      body: [
        paragraph(`<strong>${escapeHtml(siteName)}</strong>`),
        ...parts.flatMap(({ title, where, since, words, ways }) => [
          paragraph(
            `<strong>${escapeHtml(title)}</strong><br><span style="color:#52606d">${escapeHtml(where)} · ${escapeHtml(since)}</span>`,
            'font-size:18px;line-height:1.35',
          ),
          ...words.map((text) => paragraph(escapeHtml(text))),
          paragraph(waysHtml(ways)),
        ]),
        paragraph(link(endUrl, end), 'font-size:13px'),
      ],
    }),
  });
}

/** Active or resolved alarms of one plant for one user. */
interface NotifiedPlant {
  notification: AlarmNotification;
  siteId: number;
  userId: number;
}

/** Adds one email about many plants of a user to the outbox: title, plant and start of each alarm. */
export async function mailManyAlarms(
  tx: Tx,
  plants: readonly [NotifiedPlant, ...NotifiedPlant[]],
  { publicUrl, now }: { publicUrl: string; now: number },
): Promise<void> {
  const [{ notification: first, userId }] = plants;
  const { reader, brandId, email } = first;
  const brand = await brandOf(tx, brandId);
  const count = plants.reduce((sum, { notification }) => sum + notification.alarms.length, 0);
  const subject = reader.translate('mail.alarms.manySubject', { count });
  const lead = reader.translate('mail.alarms.many');
  const end = reader.translate('mail.alarms.end');
  const secret = newMailSecret();
  const parts: { name: string; lines: { title: string; more: string; ways: Way[] }[]; endUrl: string }[] = [];
  for (const { notification, siteId } of plants) {
    const lines: (typeof parts)[number]['lines'] = [];
    for (const alarm of notification.alarms)
      lines.push({
        title: titleText(alarm, notification),
        more: `${whereText(alarm, notification)} · ${sinceText(alarm, notification)}`,
        ways: await waysFrom(tx, alarm, notification, { publicUrl, siteId, userId, secret, now }),
      });
    parts.push({
      name: oneLine(notification.siteName),
      lines,
      endUrl: await endUrlOf(tx, publicUrl, { siteId, userId }, 'alarms'),
    });
  }
  const footer = footerOf(reader, brand);
  await queueComposed(tx, {
    kind: 'alarms',
    to: email,
    brandId,
    subject,
    secret,
    now,
    text: `${[
      lead,
      ...parts.map(({ name, lines, endUrl }) =>
        [
          name,
          ...lines.map(({ title, more, ways }) => `${title}\n${more}\n${waysText(ways)}`),
          `${end}: ${endUrl}`,
        ].join('\n'),
      ),
      `-- \n${footer.join('\n')}`,
    ].join('\n\n')}\n`,
    html: mailPage({
      tag: reader.tag,
      brandName: brand.name,
      subject,
      footer,
      body: [
        paragraph(escapeHtml(lead)),
        ...parts.flatMap(({ name, lines, endUrl }) => [
          paragraph(`<strong>${escapeHtml(name)}</strong>`, 'font-size:18px;line-height:1.35'),
          ...lines.map(({ title, more, ways }) =>
            paragraph(
              `${escapeHtml(title)}<br><span style="color:#52606d">${escapeHtml(more)}</span><br>${waysHtml(ways)}`,
            ),
          ),
          paragraph(link(endUrl, end), 'font-size:13px'),
        ]),
      ],
    }),
  });
}
