// A finding in one sentence, in the language of the reader.

import { causeName } from '@helioport/domain/analytics/causeName';
import type { FindingCause, FindingScope } from '@helioport/domain/analytics/types';
import { sinceWords } from '@helioport/domain/conditionTextParts';
import { languageByCode } from '@helioport/domain/languages';
import { localDay } from '@helioport/domain/periods';
import { formatEnergy, formatMoney } from '@helioport/domain/units';
import { hasText, translate } from '../../platform/texts.ts';
import { dateText, sinceText } from '../conditionText.ts';

export interface FindingFacts {
  cause: FindingCause;
  scope: FindingScope;
  /** '' where it is not one module. */
  moduleName: string;
  deviceName: string;
  device: string | null;
  /** The device is a gateway, and the finding is about the devices that communicate through it. */
  isGateway?: boolean;
  arrayName: string;
  plantName: string;
  timezone: string;
  /** ISO 8601. */
  since: string;
  until: string | null;
  lostKwh: number;
  lostMoney: number | null;
  /** ISO 4217. */
  currency: string;
  /** Share of the expected energy that was lost, 0 to 1; null: unknown. */
  lostShare: number | null;
}

type Subject = Pick<
  FindingFacts,
  'scope' | 'moduleName' | 'deviceName' | 'device' | 'isGateway' | 'arrayName' | 'plantName'
>;

/** Smallest loss that is mentioned, kWh. */
const LEAST_KWH = 0.1;

/**
 * "Module Barn 6 / 2 (Garage): a third less than expected since Nov 4, 2026, probably because of …" and the loss to
 * date, 41 kWh (€12).
 */
export function findingSentence(facts: FindingFacts, { lan, now }: { lan: number; now: number }): string {
  const { timezone, since } = facts;
  const dayOf = (instant: string | number) => localDay(new Date(instant).getTime(), timezone);
  const what = translate(lan, `finding.sentence.${sentenceName(facts)}`, {
    subject: subjectOf(facts, lan),
    since: sinceText(sinceWords(dayOf(since), facts.until === null ? dayOf(now) : dayOf(facts.until)), lan),
    less: lessOf(facts.lostShare, lan),
  });
  const cost = costOf(facts, lan, dayOf);
  if (cost === '') return what;
  // Chinese and Japanese write no space after a full stop.
  return /[。？]$/.test(what) ? what + cost : `${what} ${cost}`;
}

/** Share of the expected energy from which a failed module gives almost nothing. */
const ALMOST_ALL = 0.9;

/** Name of the sentence about a finding: a failed module may still give a part, and lost communication may cost energy. */
function sentenceName({ cause, scope, lostShare, lostKwh }: FindingFacts): string {
  if (cause === 'communication' && lostKwh >= LEAST_KWH) return 'communicationLost';
  const isWeak = cause === 'moduleFailure' && lostShare !== null && lostShare < ALMOST_ALL;
  return isWeak ? 'weakModule' : causeName(cause, scope);
}

/** What a person of this role can do about a finding; null: no specific advice. */
export function recommendationText(
  role: 'owner' | 'installer',
  facts: Pick<FindingFacts, 'cause' | 'scope'>,
  lan: number,
): string | null {
  const keys = [causeName(facts.cause, facts.scope), facts.cause].map(
    (name) => `finding.recommendation.${role}.${name}`,
  );
  const key = keys.find((one) => hasText(lan, one));
  return key === undefined ? null : translate(lan, key);
}

/** Short title of a finding: cause, and module, device, array or plant. */
export const findingTitle = (facts: Subject & Pick<FindingFacts, 'cause'>, lan: number): string =>
  translate(lan, 'public.labelled', {
    label: translate(lan, `finding.cause.${causeName(facts.cause, facts.scope)}`),
    value: subjectOf(facts, lan),
  });

function subjectOf(
  { scope, moduleName, deviceName, device, isGateway, arrayName, plantName }: Subject,
  lan: number,
): string {
  const subject = (key: string, name: string) => translate(lan, key, { name: withoutKind(name, key, lan) });
  if (scope === 'module' && moduleName !== '')
    return arrayName === ''
      ? subject('finding.subject.module', moduleName)
      : translate(lan, 'finding.subject.moduleOn', {
          name: withoutKind(moduleName, 'finding.subject.module', lan),
          array: arrayName,
        });
  const name = deviceName || device;
  if ((scope === 'module' || scope === 'device') && name)
    return subject(isGateway ? 'finding.subject.gateway' : 'finding.subject.device', name);
  if (scope === 'array' && arrayName !== '') return subject('finding.subject.array', arrayName);
  return plantName;
}

/** A name without its kind, which the text of this key adds: "Array 1" is called "1" after the word "Array". */
function withoutKind(name: string, key: string, lan: number): string {
  const word = translate(lan, key, { name: '' }).trim();
  const rest = name.slice(word.length);
  const hasKind = name.toLocaleLowerCase().startsWith(word.toLocaleLowerCase()) && !/^\p{L}/u.test(rest);
  return hasKind && rest.trim() !== '' ? rest.trim() : name;
}

/** A share around a third is written as one; below 5% a number would claim too much. */
function lessOf(share: number | null, lan: number): string {
  if (share === null || !(share >= 0.05)) return translate(lan, 'finding.less.some');
  if (share >= 0.3 && share <= 0.37) return translate(lan, 'finding.less.third');
  const tag = languageByCode(lan)?.tag ?? 'en-US';
  const percent = new Intl.NumberFormat(tag, { style: 'percent' }).format(Math.min(1, share));
  return translate(lan, 'finding.less.share', { percent });
}

/** Its cost; '' for less than `LEAST_KWH`. */
function costOf(
  { until, lostKwh, lostMoney, currency }: FindingFacts,
  lan: number,
  dayOf: (instant: string) => string,
): string {
  if (!(lostKwh >= LEAST_KWH)) return '';
  const tag = languageByCode(lan)?.tag ?? 'en-US';
  const energy = formatEnergy(lostKwh * 1000, tag).text;
  const money = lostMoney === null ? '' : formatMoney(lostMoney, currency, tag);
  const kind = money === '' ? 'Energy' : 'Money';
  if (until === null) return translate(lan, `finding.cost.${kind.toLowerCase()}`, { energy, money });
  return translate(lan, `finding.cost.closed${kind}`, { energy, money, day: dateText(dayOf(until), lan) });
}
