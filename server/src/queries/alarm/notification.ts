// Texts of alarm notifications in the user's language, from the same facts for emails and webhooks.
import { alarmsPage, plantFindingsModule } from '@helioport/contract/grants';
import { moneyModule } from '@helioport/contract/money';
import { type AlarmState, alarmStateOf } from '@helioport/domain/alarms';
import { eventKindOf } from '@helioport/domain/eventKinds';
import { sql } from 'kysely';
import { personAway } from '../../access/session.ts';
import { visibleTo } from '../../access/visible.ts';
import type { Tx } from '../../platform/db.ts';
import { lostOfAlarms } from '../../timeseries/alarms/lost.ts';
import { priceNowSql } from '../../timeseries/query/priceOn.ts';
import { findingTexts } from '../finding/texts.ts';
import { ms } from '../found.ts';
import { type Reader, readerOf, writingOf } from '../report/reader.ts';
import { mayActOnAlarms } from './acknowledgeLink.ts';
import { type Reach, reachColumns, reachSql } from './reach.ts';

/** An alarm in a notification. */
export interface NotifiedAlarm extends Reach {
  alarmId: number;
  key: string;
  severity: string;
  title: string;
  explanation: string;
  advice: string;
  addrs: number[];
  begunAt: number;
  endedAt: number | null;
  state: AlarmState;
  isGrouped: boolean;
  /** Loss to date, kWh and at the current price; null if unknown. */
  lostKwh: number | null;
  lostMoney: number | null;
  /** Whether `explanation` is the sentence of a finding, which names the cost. */
  isFinding: boolean;
  /** The finding, if the reader may open it. */
  findingId: number | null;
}

export interface AlarmNotification {
  email: string;
  brandId: number;
  reader: Reader;
  sid: string;
  siteName: string;
  timeZone: string;
  currency: string;
  /** Whether the user may acknowledge them. */
  mayAct: boolean;
  alarms: NotifiedAlarm[];
}

interface Row
  extends Omit<
    NotifiedAlarm,
    | 'key'
    | 'severity'
    | 'title'
    | 'explanation'
    | 'advice'
    | 'state'
    | 'lostKwh'
    | 'lostMoney'
    | 'findingId'
    | 'isFinding'
  > {
  kind: string;
  /** 0: it is about no finding. */
  findingId: number;
  sid: string;
  siteName: string;
  timeZone: string;
  brandId: number;
  isOwner: boolean;
  mayEdit: boolean;
  ended: 'over' | 'recovered' | 'byHand' | 'gone' | null;
  acknowledgedAt: number | null;
  snoozedUntil: number | null;
  currency: string;
  price: number;
}

/**
 * Current content of a notification about these alarms of a plant. Undefined if the user may no longer see them or has
 * muted emails about the plant; `evenMuted` ignores the latter.
 */
export async function notificationOf(
  tx: Tx,
  {
    userId,
    siteId,
    alarmIds,
    evenMuted = false,
  }: { userId: number; siteId: number; alarmIds: readonly number[]; evenMuted?: boolean },
  now: number,
): Promise<AlarmNotification | undefined> {
  const me = await personAway(tx, userId);
  if (!me.pages.has(alarmsPage.name)) return undefined;
  const visible = visibleTo(me, now);
  const { rows } = await sql<Row>`
    select a.id as "alarmId", a.kind, a.finding_id as "findingId", a.addrs, ${ms(sql`a.begun_at`)} as "begunAt", ${ms(sql`a.ended_at`)} as "endedAt", a.ended,
      a.is_grouped as "isGrouped", ${ms(sql`a.acknowledged_at`)} as "acknowledgedAt", ${ms(sql`a.snoozed_until`)} as "snoozedUntil",
      s.sid, s.name as "siteName", s.timezone as "timeZone", s.currency, coalesce(${priceNowSql(now)}, 0) as price, u.brand_id as "brandId", coalesce(s.owner_id = u.id, false) as "isOwner",
      a.site_id in (select e.id from ${visible.editableSites} e) as "mayEdit",
      ${reachColumns}
    from alarm a
    join ${visible.sites} s on s.id = a.site_id
    join users u on u.id = ${userId}
    left join notice_settings n on n.user_id = u.id
    cross join ${reachSql}
    where a.site_id = ${siteId} and a.id = any(${[...alarmIds]}::bigint[]) and (${evenMuted} or not coalesce(a.site_id = any(n.muted_site_ids), false))
    order by a.id`.execute(tx);
  const [first] = rows;
  if (!first) return undefined;
  const reader = readerOf(await writingOf(tx, userId));
  const { sid, siteName, timeZone, brandId, currency } = first;
  const mayKnowMoney = me.modules.has(moneyModule);
  const mayAct = first.mayEdit && mayActOnAlarms(me);
  const textsOfFindings = await findingTexts(
    tx,
    rows.map(({ findingId }) => findingId),
    { lan: reader.languageCode, now, mayKnowMoney },
  );
  const lost = await lostOfAlarms(
    tx,
    rows.map(({ alarmId }) => ({ siteId, id: alarmId })),
    now,
  );
  return {
    email: me.email,
    brandId,
    reader,
    sid,
    siteName,
    timeZone,
    currency,
    mayAct,
    alarms: rows.flatMap(
      ({ kind: key, ended, acknowledgedAt, snoozedUntil, isOwner, price, findingId, ...row }) => {
        const kind = eventKindOf(key);
        if (!kind) return [];
        const { alarmId, sns, alias, gateway, behindCount, addrs, begunAt, endedAt, isGrouped } = row;
        const cost = lost.get(alarmId);
        const lostKwh = cost === undefined ? null : cost.wh / 1000;
        const finding = textsOfFindings.get(findingId);
        return {
          lostKwh,
          lostMoney: mayKnowMoney
            ? (cost?.money ?? (lostKwh === null || price <= 0 ? null : lostKwh * price))
            : null,
          alarmId,
          sns,
          alias,
          gateway,
          behindCount,
          addrs,
          begunAt,
          endedAt,
          isGrouped,
          key,
          severity: kind.severity,
          isFinding: finding !== undefined,
          findingId: finding && me.modules.has(plantFindingsModule.name) ? findingId : null,
          state: alarmStateOf(
            { endedAtMs: endedAt, ended, acknowledgedAtMs: acknowledgedAt, snoozedUntilMs: snoozedUntil },
            now,
          ),
          title: reader.translate(kind.titleKey),
          explanation: finding?.sentence ?? reader.translate(kind.explanationKey),
          advice:
            (isOwner ? finding?.ownerAdvice : finding?.installerAdvice) ??
            reader.translate(isOwner ? kind.ownerKey : kind.installerKey),
        };
      },
    ),
  };
}
