// The figures of a report, read by the same functions as those of the screens, so that they are the same figures.
import { benefitOf, periodFiguresOf } from '@helioport/domain/figures';
import { factorIn } from '@helioport/domain/gridFactors';
import { dayNumber, localDay } from '@helioport/domain/periods';
import { type BarUnit, barUnitOf, comparedSpans, type Span } from '@helioport/domain/reportSpans';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db.ts';
import { fail } from '../../platform/failure.ts';
import { factorsNow } from '../../records/gridFactors.ts';
import { isProducer, kindNameIn } from '../../telemetry/kinds.ts';
import {
  addEnergies,
  type Energies,
  type EnergyOfDay,
  energyByDay,
  energyOfDevices,
  firstDay,
} from '../../telemetry/read/energies.ts';
import { energyByHour, energyOfDevicesByHour } from '../../telemetry/read/energyHours.ts';
import { type LostEnergy, lostEnergy } from '../../telemetry/read/lost.ts';
import type { Scope } from '../../telemetry/read/series.ts';
import type { FoundSite } from '../findSite.ts';
import { type Bar, barsOf } from './bars.ts';

/** Longest span of a report, days: eleven years. */
const MOST_DAYS = 4018;

export interface DeviceFigure {
  id: number;
  sn: string;
  /** '' where nobody gave it a name. */
  alias: string;
  /** Null: nothing is known of it in this time. */
  energyWh: number | null;
}

export interface ReportFigures {
  span: Span;
  /** Nothing of it lies in the future any more. */
  isOver: boolean;
  energies: Energies;
  /** Energy, consumption and money as `v2/site/statistics/date` tells them. */
  told: ReturnType<typeof periodFiguresOf>;
  benefit: ReturnType<typeof benefitOf>;
  /** W; null for an hour and where nothing was reported. */
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
export async function reportFigures(
  tx: Tx,
  found: FoundSite,
  span: Span,
  now: number,
): Promise<ReportFigures> {
  const scope = { siteId: found.id, timeZone: found.timezone };
  const barUnit = barUnitOf(span);
  const today = localDay(now, found.timezone);
  const days = await daysOf(tx, scope, span, now);
  const hours = barUnit === 'steps' || barUnit === 'hours' ? await energyByHour(tx, scope, span.from) : [];
  if (span.hour !== null && span.hour >= hours.length) fail('request.invalid', { field: 'hour' });
  const energies = span.hour === null ? addEnergies(days) : hours[span.hour]!;
  const recordedSince = await firstDay(tx, scope);
  const known = days.flatMap(({ completeness }) => completeness ?? []);
  const peaks = days.flatMap(({ peakW }) => peakW ?? []);
  const isOver = span.to < today;
  const isOfDays = span.hour === null;
  return {
    span,
    isOver,
    energies,
    told: periodFiguresOf(energies.energyWh ?? 0, energies.consumedWh ?? 0, found),
    benefit: benefitOf(energies.energyWh ?? 0, factorIn(await factorsNow(tx), found.countryCode)),
    peakW: isOfDays && peaks.length > 0 ? Math.max(...peaks) : null,
    completeness: isOfDays && known.length > 0 ? known.reduce((a, b) => a + b, 0) / known.length : null,
    recordedSince,
    barUnit,
    bars: await barsOf(tx, scope, { span, barUnit, days, hours }, now),
    devices: await devicesOf(tx, scope, span),
    compared: isOver ? await comparedWith(tx, scope, span, recordedSince, now) : null,
    lost: isOfDays ? await lostEnergy(tx, found.id, span) : [],
  };
}

async function daysOf(tx: Tx, scope: Scope, { from, to }: Span, now: number): Promise<EnergyOfDay[]> {
  const days = dayNumber(to) - dayNumber(from) + 1;
  if (days > MOST_DAYS) fail('echarts.rangeTooLong');
  return await energyByDay(tx, scope, from, to, now);
}

/** The first of the spans like it that lies in the record from end to end and made something. */
async function comparedWith(
  tx: Tx,
  scope: Scope,
  span: Span,
  recordedSince: string | null,
  now: number,
): Promise<ReportFigures['compared']> {
  for (const other of comparedSpans(span)) {
    // The day on which a record begins was rarely recorded from its morning on.
    if (recordedSince === null || recordedSince >= other.from) continue;
    const { energyWh } = addEnergies(await energyByDay(tx, scope, other.from, other.to, now));
    if (energyWh !== null && energyWh > 0) return { span: other, energyWh };
  }
  return null;
}

/** Inverters in the order in which they came: those that stand there now, and replaced ones that made something. */
async function devicesOf(tx: Tx, scope: Scope, { from, to, hour }: Span): Promise<DeviceFigure[]> {
  const { rows } = await sql<Omit<DeviceFigure, 'energyWh'> & { isRetired: boolean }>`
    select id, sn, alias, retired_at is not null as "isRetired" from devices
    where site_id = ${scope.siteId} and ${kindNameIn('kind', isProducer)} order by id`.execute(tx);
  const ids = rows.map(({ id }) => id);
  const byDay = hour === null ? await energyOfDevices(tx, scope.siteId, 'year', from, to) : undefined;
  const byHour = hour === null ? undefined : await energyOfDevicesByHour(tx, scope, ids, from);
  const energyOf = (id: number): number | null => {
    if (hour !== null) return byHour?.get(id)?.[hour] ?? null;
    const years = byDay?.get(id);
    return years ? [...years.values()].reduce((sum, wh) => sum + wh, 0) : null;
  };
  return rows
    .map(({ isRetired, ...device }) => ({ device: { ...device, energyWh: energyOf(device.id) }, isRetired }))
    .filter(({ device, isRetired }) => !isRetired || device.energyWh !== null)
    .map(({ device }) => device);
}
