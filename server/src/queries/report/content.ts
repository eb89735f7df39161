// Content of a report in its reader's language, independent of the output format: sentences, values, bars, devices.

import type { OutputOf } from '@helioport/contract/endpoint';
import type { site } from '@helioport/contract/site';
import { namedSn } from '@helioport/domain/deviceIdentity';
import type { FoundSite } from '../findSite.ts';
import type { Bar } from './bars.ts';
import type { ReportFigures } from './figures.ts';
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
  verdict: Fact;
  /** Time of the report. */
  asOf: string;
}

type VerdictAnswer = OutputOf<typeof site.overview>['verdict'];

interface Told {
  found: FoundSite;
  verdict: VerdictAnswer;
  figures: ReportFigures;
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
const WORTH_SAYING_WH = 50;

/** Formats the values of a plant for a reader. */
export function contentOf(told: Told, reader: Reader): ReportContent {
  const { found, figures, verdict, now } = told;
  const span = reader.span(figures.span, found.timezone);
  const isPower = figures.barUnit === 'steps';
  const isKnown = figures.energies.energyWh !== null;
  return {
    siteName: found.name,
    span,
    subject: reader.say('mail.report.subject', { site: found.name, span }),
    sentences: [sentenceOf(told, reader), ...lossesOf(told, reader)],
    notes: notesOf(told, reader),
    facts: factsOf(told, reader),
    chart: {
      title: reader.say(isPower ? 'measure.power' : 'site.energy.title'),
      unit: isPower ? 'W' : 'kWh',
      bars: isKnown ? figures.bars.map((bar, i) => barOf(told, reader, bar, i)) : [],
    },
    devices: {
      title: reader.say('site.field.devices'),
      rows: (isKnown ? figures.devices : []).map(({ alias, sn, energyWh }) => ({
        name: alias || sn,
        sn,
        energy: reader.energy(energyWh),
        share: shareOf(energyWh, figures.energies.energyWh, reader),
      })),
    },
    findings:
      told.findings &&
      findingsContent(told.findings, { found, span: figures.span, isPriced: figures.isPriced }, reader),
    verdict: { label: reader.say('mail.report.state'), value: verdict.text, sub: '' },
    asOf: reader.say('mail.report.asOf', { at: reader.instant(now, found.timezone) }),
  };
}

const shareOf = (part: number | null, whole: number | null, reader: Reader): string =>
  part === null || whole === null || whole <= 0 ? '' : reader.percent(Math.min(1, part / whole));

/** The energy as the screens have it: to the watt-hour. */
const shownWh = ({ told }: ReportFigures): number => Number(told.power) * 1000;

function sentenceOf({ found, figures }: Told, reader: Reader): string {
  if (figures.energies.energyWh === null) return reader.say('site.energy.empty');
  const energy = reader.energy(shownWh(figures));
  if (!figures.isOver) return reader.say('mail.report.soFar', { energy });
  if (figures.compared === null) return reader.say('mail.report.made', { energy });
  const change = figures.energies.energyWh / figures.compared.energyWh - 1;
  const key = Math.abs(change) < SAME ? 'same' : change > 0 ? 'above' : 'below';
  return reader.say(`mail.report.${key}`, {
    energy,
    share: reader.percent(Math.abs(change)),
    span: reader.span(figures.compared.span, found.timezone),
  });
}

function lossesOf({ figures }: Told, reader: Reader): string[] {
  const nameOf = (id: number) => {
    const device = figures.devices.find((one) => one.id === id);
    return device === undefined ? '' : namedSn(device.alias, device.sn);
  };
  return figures.lost
    .filter(({ wh }) => wh >= WORTH_SAYING_WH)
    .slice(0, NAMED)
    .map(({ deviceId, addr, wh }) => {
      const words = { device: nameOf(deviceId), energy: reader.energy(wh) };
      return addr === 0
        ? reader.say('mail.report.lostDevice', words)
        : reader.say('mail.report.lostModule', { ...words, addr });
    });
}

function notesOf({ figures }: Told, reader: Reader): string[] {
  const { completeness, isOver, recordedSince, span } = figures;
  const isCut = recordedSince !== null && recordedSince > span.from && recordedSince <= span.to;
  return [
    ...(isOver && completeness !== null && completeness < COMPLETE
      ? [reader.say('mail.report.incomplete', { share: reader.percent(completeness) })]
      : []),
    ...(isCut ? [reader.say('mail.report.since', { day: reader.day(recordedSince, 'full') })] : []),
  ];
}

function factsOf({ found, figures }: Told, reader: Reader): Fact[] {
  const { energies, told, benefit, peakW, completeness, compared } = figures;
  const fact = (key: string, value: string, sub = ''): Fact => ({ label: reader.say(key), value, sub });
  const metered = (key: string, wh: number | null) => (wh === null ? [] : [fact(key, reader.energy(wh))]);
  const before =
    compared === null
      ? ''
      : `${reader.span(compared.span, found.timezone)}: ${reader.energy(compared.energyWh)}`;
  const isKnown = energies.energyWh !== null;
  return [
    fact('site.energy.total', isKnown ? reader.energy(shownWh(figures)) : '–', before),
    ...(figures.isPriced && isKnown
      ? [fact('site.energy.worth', reader.money(Number(told.economic), told.economicUnit))]
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
            reader.say('site.benefit.car', { km: reader.number(Number(benefit.car), 0) }),
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
  { found: { timezone }, figures }: Told,
  reader: Reader,
  { at, value }: Bar,
  i: number,
): ContentBar {
  const { barUnit, bars } = figures;
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
