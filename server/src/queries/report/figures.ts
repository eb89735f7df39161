// The figures of a report, read by the same functions as those of the screens, so that they are the same figures.
import { benefitOf, periodFiguresOf } from '@helioport/domain/figures';
import { factorIn } from '@helioport/domain/gridFactors';
import { dayNumber, localDay } from '@helioport/domain/periods';
import { type BarUnit, barUnitOf, comparedSpans, type Span } from '@helioport/domain/reportSpans';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db.ts';
import { fail } from '../../platform/failure.ts';
import { factorsNow } from '../../repositories/gridFactors.ts';
import { type LostEnergy, lostEnergy } from '../../timeseries/alarms/lost.ts';
import { isProducer, kindNameIn } from '../../timeseries/kinds.ts';
import { energyOfDevices } from '../../timeseries/query/deviceEnergies.ts';
import {
  addEnergies,
  type Energies,
  type EnergyOfDay,
  energyByDay,
  firstDay,
} from '../../timeseries/query/energies.ts';
import { energyByHour, energyOfDevicesByHour } from '../../timeseries/query/energyHours.ts';
import type { Scope } from '../../timeseries/query/series.ts';
import type { FoundSite } from '../findSite.ts';
import { hoursInKwh } from '../shownHours.ts';
import { type Bar, barsOf } from './bars.ts';

/** Longest span of a report, days: eleven years. */
const MOST_DAYS = 4018;

export interface DeviceFigure {
  id: number;
  sn: string;
  /** '' if it has no name. */
  alias: string;
  /** Null: unknown in this period. */
  energyWh: number | null;
}

export interface ReportTotals {
  span: Span;
  /** The period is completely in the past. */
  isOver: boolean;
  energies: Energies;
  /** Energy, consumption and money as returned by `v2/site/statistics/date`. */
  formatted: ReturnType<typeof periodFiguresOf>;
  /** The money counts: there is a price, and of an hour one that holds all day. */
  isPriced: boolean;
  benefit: ReturnType<typeof benefitOf>;
  /** W; null for an hour and without readings. */
  peakW: number | null;
  /** Share of the expected reports, 0 to 1; null where none was expected, and for an hour. */
  completeness: number | null;
  /** First local day of the record; null where there is none. */
  recordedSince: string | null;
  barUnit: BarUnit;
  bars: Bar[];
  devices: DeviceFigure[];
  /** A span like this one of which everything is recorded; null: none. */
  compared: { span: Span; energyWh: number } | null;
  /** What idle devices and modules cost, the most first. */
  lost: LostEnergy[];
}

/** Reads the figures of a span of a plant, at the instant `now` (ms). Fails for spans beyond reason. */
export async function reportTotals(tx: Tx, found: FoundSite, span: Span, now: number): Promise<ReportTotals> {
  const scope = { siteId: found.id, timeZone: found.timezone };
  const barUnit = barUnitOf(span);
  const today = localDay(now, found.timezone);
  const days = await daysOf(tx, scope, span, now);
  const producers = await producersOf(tx, found.id);
  const hours = span.from === span.to ? await hoursOf(tx, scope, producers, span.from) : null;
  if (span.hour !== null && span.hour >= (hours?.ofPlant.length ?? 0))
    fail('request.invalid', { field: 'hour' });
  const energies = span.hour === null ? addEnergies(days) : hours!.ofPlant[span.hour]!;
  const recordedSince = await firstDay(tx, scope);
  const known = days.flatMap(({ completeness }) => completeness ?? []);
  const peaks = days.flatMap(({ peakW }) => peakW ?? []);
  const isOver = span.to < today;
  const isOfDays = span.hour === null;
  // With time windows, values are calculated per day; the value of a single hour is unknown.
  const isPlain = addEnergies(days).worth === null;
  return {
    span,
    isOver,
    energies,
    formatted: periodFiguresOf(energies.energyWh ?? 0, energies.consumedWh ?? 0, found, energies.worth),
    isPriced: isOfDays
      ? found.electricityPrice > 0 || energies.worth !== null
      : isPlain && found.electricityPrice > 0,
    benefit: benefitOf(energies.energyWh ?? 0, factorIn(await factorsNow(tx), found.countryCode)),
    peakW: isOfDays && peaks.length > 0 ? Math.max(...peaks) : null,
    completeness: isOfDays && known.length > 0 ? known.reduce((a, b) => a + b, 0) / known.length : null,
    recordedSince,
    barUnit,
    bars: await barsOf(tx, scope, { span, barUnit, days, hours: hours?.inKwh ?? [] }, now),
    devices: await devicesOf(tx, scope, { span, producers, hours: hours?.ofDevices }),
    compared: isOver ? await comparedWith(tx, scope, span, recordedSince, now) : null,
    lost: isOfDays ? await lostEnergy(tx, found.id, span) : [],
  };
}

async function daysOf(tx: Tx, scope: Scope, { from, to }: Span, now: number): Promise<EnergyOfDay[]> {
  const days = dayNumber(to) - dayNumber(from) + 1;
  if (days > MOST_DAYS) fail('echarts.rangeTooLong');
  return await energyByDay(tx, scope, from, to, now);
}

/** The first comparable period that is completely recorded and has production. */
async function comparedWith(
  tx: Tx,
  scope: Scope,
  span: Span,
  recordedSince: string | null,
  now: number,
): Promise<ReportTotals['compared']> {
  for (const other of comparedSpans(span)) {
    // The day on which a record begins was rarely recorded from its morning on.
    if (recordedSince === null || recordedSince >= other.from) continue;
    const { energyWh } = addEnergies(await energyByDay(tx, scope, other.from, other.to, now));
    if (energyWh !== null && energyWh > 0) return { span: other, energyWh };
  }
  return null;
}

interface Producer extends Omit<DeviceFigure, 'energyWh'> {
  isRetired: boolean;
}

/** Inverters in the order of installation, including replaced ones. */
async function producersOf(tx: Tx, siteId: number): Promise<Producer[]> {
  const { rows } = await sql<Producer>`
    select id, sn, alias, retired_at is not null as "isRetired" from devices
    where site_id = ${siteId} and ${kindNameIn('kind', isProducer)} order by id`.execute(tx);
  return rows;
}

type HoursOfDevices = ReadonlyMap<number, readonly (number | null)[]>;

/**
 * The hours of one day: of the plant, its production in kWh as the screens show it, and of its inverters. What the
 * plant produced is what they did, so that an hour without any report is a gap.
 */
async function hoursOf(tx: Tx, scope: Scope, producers: readonly Producer[], day: string) {
  const ids = producers.map(({ id }) => id);
  const ofDevices: HoursOfDevices = await energyOfDevicesByHour(tx, scope, ids, day);
  const ofPlant = (await energyByHour(tx, scope, day)).map((hour, i) => ({
    ...hour,
    energyWh: sumOf([...ofDevices.values()].map((hours) => hours[i] ?? null)),
  }));
  const shown = [...ofDevices.values()].map(hoursInKwh);
  return { ofDevices, ofPlant, inKwh: ofPlant.map((_, i) => sumOf(shown.map((hours) => hours[i] ?? null))) };
}

/** Null if all are unknown. */
const sumOf = (values: readonly (number | null)[]): number | null =>
  values.reduce<number | null>((sum, value) => (value === null ? sum : (sum ?? 0) + value), null);

/** Currently installed devices, and replaced ones that produced. */
async function devicesOf(
  tx: Tx,
  { siteId }: Scope,
  what: { span: Span; producers: readonly Producer[]; hours: HoursOfDevices | undefined },
): Promise<DeviceFigure[]> {
  const { from, to, hour } = what.span;
  const bySpan = hour === null ? await energyOfDevices(tx, siteId, 'year', from, to) : undefined;
  return what.producers
    .map(({ isRetired, ...device }) => {
      const years = [...(bySpan?.get(device.id)?.values() ?? [])];
      const energyWh = hour === null ? sumOf(years) : (what.hours?.get(device.id)?.[hour] ?? null);
      return { device: { ...device, energyWh }, isRetired };
    })
    .filter(({ device, isRetired }) => !isRetired || device.energyWh !== null)
    .map(({ device }) => device);
}
