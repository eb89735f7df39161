// Content of a report in its reader's language, independent of the output format: sentences, values, bars, devices.

import type { OutputOf } from '@helioport/contract/endpoint';
import type { site } from '@helioport/contract/site';
import { namedSn } from '@helioport/domain/deviceIdentity';
import type { LostEnergy } from '../../timeseries/alarms/lost.ts';
import type { FoundSite } from '../findSite.ts';
import type { Bar } from './bars.ts';
import type { ReportTotals } from './figures.ts';
import { findingsContent, type PeriodFindings, type ReportFindings } from './findings.ts';
import type { Reader } from './reader.ts';

/** A labeled value with a note. */
export interface Fact {
  label: string;
  value: string;
  /** '' for none. */
  sub: string;
}

export interface ContentBar {
  /** Below the bar; '' where the next one is too near. */
  label: string;
  /** In full. */
  name: string;
  value: number | null;
  /** The value as it is read. */
  text: string;
}

export interface ReportContent {
  siteName: string;
  span: string;
  subject: string;
  /** The plain sentence, and what follows from it. */
  sentences: string[];
  /** Remarks on the values. */
  notes: string[];
  facts: Fact[];
  chart: { title: string; unit: 'kWh' | 'W'; bars: ContentBar[] };
  devices: { title: string; rows: { name: string; sn: string; energy: string; share: string }[] };
  /** Null: not for this period, or not for this reader. */
  findings: ReportFindings | null;
  /** How the plant is now. */
  condition: Fact;
  /** Time of the report. */
  asOf: string;
}

type ConditionAnswer = OutputOf<typeof site.overview>['verdict'];

interface ReportFacts {
  found: FoundSite;
  condition: ConditionAnswer;
  totals: ReportTotals;
  /** Null: not for this period, or not for this reader. */
  findings: PeriodFindings | null;
  now: number;
}

/** Below this completeness, the report states it. */
const COMPLETE = 0.95;
/** A difference smaller than this is none. */
const SAME = 0.005;
/** Idle devices and modules that are named. */
const NAMED = 3;
/** Smaller losses, in Wh, are omitted. */
const WORTH_REPORTING_WH = 50;

/** Formats the values of a plant for a reader. */
export function contentOf(facts: ReportFacts, reader: Reader): ReportContent {
  const { found, totals, condition, now } = facts;
  const span = reader.span(totals.span, found.timezone);
  const isPower = totals.barUnit === 'steps';
  const isKnown = totals.energies.energyWh !== null;
  return {
    siteName: found.name,
    span,
    subject: reader.translate('mail.report.subject', { site: found.name, span }),
    sentences: [sentenceOf(facts, reader), ...lossesOf(facts, reader)],
    notes: notesOf(facts, reader),
    facts: factsOf(facts, reader),
    chart: {
      title: reader.translate(isPower ? 'measure.power' : 'site.energy.title'),
      unit: isPower ? 'W' : 'kWh',
      bars: isKnown ? totals.bars.map((bar, i) => barOf(facts, reader, bar, i)) : [],
    },
    devices: {
      title: reader.translate('site.field.devices'),
      rows: (isKnown ? totals.devices : []).map(({ alias, sn, energyWh }) => ({
        name: alias || sn,
        sn,
        energy: reader.energy(energyWh),
        share: shareOf(energyWh, totals.energies.energyWh, reader),
      })),
    },
    findings:
      facts.findings &&
      findingsContent(facts.findings, { found, span: totals.span, isPriced: totals.isPriced }, reader),
    condition: { label: reader.translate('mail.report.state'), value: condition.text, sub: '' },
    asOf: reader.translate('mail.report.asOf', { at: reader.instant(now, found.timezone) }),
  };
}

const shareOf = (part: number | null, whole: number | null, reader: Reader): string =>
  part === null || whole === null || whole <= 0 ? '' : reader.percent(Math.min(1, part / whole));

/** The energy as the screens have it: to the watt-hour. */
const shownWh = ({ formatted: facts }: ReportTotals): number => Number(facts.power) * 1000;

function sentenceOf({ found, totals }: ReportFacts, reader: Reader): string {
  if (totals.energies.energyWh === null) return reader.translate('site.energy.empty');
  const energy = reader.energy(shownWh(totals));
  if (!totals.isOver) return reader.translate('mail.report.soFar', { energy });
  if (totals.compared === null) return reader.translate('mail.report.made', { energy });
  const change = totals.energies.energyWh / totals.compared.energyWh - 1;
  const key = Math.abs(change) < SAME ? 'same' : change > 0 ? 'above' : 'below';
  return reader.translate(`mail.report.${key}`, {
    energy,
    share: reader.percent(Math.abs(change)),
    span: reader.span(totals.compared.span, found.timezone),
  });
}

/** The loss of a device or module by its finding, whose energy the report lists below; else by its siblings. */
function lossWh({ deviceId, addr, wh }: LostEnergy, findings: PeriodFindings | null): number {
  const found = findings?.rows.find(
    (row) =>
      row.isFault &&
      row.untilMs === null &&
      row.deviceId === deviceId &&
      row.addr === addr &&
      row.scope === (addr === 0 ? 'device' : 'module'),
  );
  return found?.wh ?? wh;
}

function lossesOf({ totals, findings }: ReportFacts, reader: Reader): string[] {
  const nameOf = (id: number) => {
    const device = totals.devices.find((one) => one.id === id);
    return device === undefined ? '' : namedSn(device.alias, device.sn);
  };
  return totals.lost
    .map((lost) => ({ ...lost, wh: lossWh(lost, findings) }))
    .filter(({ wh }) => wh >= WORTH_REPORTING_WH)
    .slice(0, NAMED)
    .map(({ deviceId, addr, wh }) => {
      const words = { device: nameOf(deviceId), energy: reader.energy(wh) };
      return addr === 0
        ? reader.translate('mail.report.lostDevice', words)
        : reader.translate('mail.report.lostModule', { ...words, addr });
    });
}

function notesOf({ totals }: ReportFacts, reader: Reader): string[] {
  const { completeness, isOver, recordedSince, span } = totals;
  const isCut = recordedSince !== null && recordedSince > span.from && recordedSince <= span.to;
  return [
    ...(isOver && completeness !== null && completeness < COMPLETE
      ? [reader.translate('mail.report.incomplete', { share: reader.percent(completeness) })]
      : []),
    ...(isCut ? [reader.translate('mail.report.since', { day: reader.day(recordedSince, 'full') })] : []),
  ];
}

function factsOf({ found, totals }: ReportFacts, reader: Reader): Fact[] {
  const { energies, formatted: facts, benefit, peakW, completeness, compared } = totals;
  const fact = (key: string, value: string, sub = ''): Fact => ({ label: reader.translate(key), value, sub });
  const metered = (key: string, wh: number | null) => (wh === null ? [] : [fact(key, reader.energy(wh))]);
  const before =
    compared === null
      ? ''
      : `${reader.span(compared.span, found.timezone)}: ${reader.energy(compared.energyWh)}`;
  const isKnown = energies.energyWh !== null;
  return [
    fact('site.energy.total', isKnown ? reader.energy(shownWh(totals)) : '–', before),
    ...(totals.isPriced && isKnown
      ? [fact('site.energy.worth', reader.money(Number(facts.economic), facts.economicUnit))]
      : []),
    ...metered('site.energy.used', energies.consumedWh),
    ...metered('mail.report.imported', energies.importWh),
    ...metered('mail.report.exported', energies.exportWh),
    ...(peakW === null ? [] : [fact('mail.report.peak', reader.power(peakW))]),
    ...(isKnown
      ? [
          fact(
            'site.benefit.co2',
            `${reader.number(Number(benefit.co2), 1)}\u00a0kg`,
            reader.translate('site.benefit.car', { km: reader.number(Number(benefit.car), 0) }),
          ),
        ]
      : []),
    ...(completeness === null ? [] : [fact('mail.report.received', reader.percent(completeness))]),
  ];
}

/** With many bars, every third has a label. */
const EVERY = 3;
const FEW_BARS = 12;

function barOf(
  { found: { timezone }, totals }: ReportFacts,
  reader: Reader,
  { at, value }: Bar,
  i: number,
): ContentBar {
  const { barUnit, bars } = totals;
  const isThin = typeof at === 'number' || bars.length > FEW_BARS;
  const [label, name] = barNames(at, timezone, reader);
  return {
    label: isThin && i % EVERY !== 0 ? '' : label,
    name,
    value,
    text: barUnit === 'steps' ? reader.power(value) : reader.energy(value === null ? null : value * 1000),
  };
}

function barNames(at: Bar['at'], timeZone: string, reader: Reader): [string, string] {
  if (typeof at === 'number') return [reader.clock(at, timeZone), reader.clock(at, timeZone)];
  const isMonth = at.length === 'YYYY-MM'.length;
  return isMonth
    ? [reader.month(at, 'short'), reader.month(at, 'full')]
    : [reader.day(at, 'short'), reader.day(at, 'full')];
}
