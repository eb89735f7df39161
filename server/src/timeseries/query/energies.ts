// Reads energies by day, month and year, of a plant or a device; deviceEnergies.ts those of each inverter,
// energyHours.ts those by hour. Days are plant-local; the running one comes from `latest`, all others from the
// roll-ups.
import { addDays, dayRange, localDay, monthOf } from '@helioport/domain/periods';
import { sql } from 'kysely';
import type { Db } from '../../platform/db.ts';
import { runPrepared } from '../../platform/prepared.ts';
import { tenths } from '../counters/running.ts';
import { dayRows, ofDevice, runningDay } from './energyRows.ts';
import type { Scope } from './series.ts';

/** Energies of a period in Wh. Null: unknown. Those of meter and battery are null without one. */
export interface Energies {
  /** Produced. For the scope of one meter: imported; of one battery: charged. */
  energyWh: number | null;
  importWh: number | null;
  exportWh: number | null;
  chargedWh: number | null;
  dischargedWh: number | null;
  /** Produced + imported - exported + discharged - charged, where there is a meter. */
  consumedWh: number | null;
  /** Value by the prices of its days, not rounded; null if a single price applies, and for devices. */
  worth: number | null;
}

export interface EnergyOfDay extends Energies {
  /** Plant-local, `YYYY-MM-DD`. */
  day: string;
  /** Highest power in W; null for a day without readings. */
  peakW: number | null;
  /**
   * Received divided by expected readings in daylight, 0..1. 0 for a day without readings since the plant's first one,
   * null before it, in the future, and for devices.
   */
  completeness: number | null;
  /** A reset, glitch or hole was bridged. */
  isRepaired: boolean;
  /** Plant-local day on which its energies changed last after it had been shown as over; null for none and for devices. */
  repairedOn: string | null;
}

export const nothing: Energies = {
  energyWh: null,
  importWh: null,
  exportWh: null,
  chargedWh: null,
  dischargedWh: null,
  consumedWh: null,
  worth: null,
};

const add = (a: number | null, b: number | null) => (a === null ? b : b === null ? a : tenths(a + b));

/** The same with what was used, where there is a meter. */
export function withConsumed(e: Energies): Energies {
  if (e.importWh === null && e.exportWh === null) return { ...e, consumedWh: null };
  const fromGrid = (e.importWh ?? 0) - (e.exportWh ?? 0);
  const fromBattery = (e.dischargedWh ?? 0) - (e.chargedWh ?? 0);
  return { ...e, consumedWh: tenths(Math.max(0, (e.energyWh ?? 0) + fromGrid + fromBattery)) };
}

/** Sum of energies; null if all are unknown. */
export const addEnergies = (spans: readonly Energies[]): Energies =>
  spans.reduce(
    (all, span) => ({
      energyWh: add(all.energyWh, span.energyWh),
      importWh: add(all.importWh, span.importWh),
      exportWh: add(all.exportWh, span.exportWh),
      chargedWh: add(all.chargedWh, span.chargedWh),
      dischargedWh: add(all.dischargedWh, span.dischargedWh),
      consumedWh: add(all.consumedWh, span.consumedWh),
      // Never to tenths: it is rounded once, when it is shown.
      worth: all.worth === null ? span.worth : all.worth + (span.worth ?? 0),
    }),
    nothing,
  );

export async function firstDay(db: Db, scope: Scope): Promise<string | null> {
  const table = scope.deviceId === undefined ? sql`site_day` : sql`device_day`;
  const statement = sql<{ day: string | null }>`
    select min(day) as day from ${table} where site_id = ${scope.siteId} ${ofDevice(scope)}`;
  const [first] = await runPrepared(db, 'energies-first', statement);
  return first?.day ?? null;
}

/**
 * Value of a running day's energy: that of the roll-up, plus later energy at its mean price, so that value and energy
 * match. fleet.ts does the same in SQL.
 */
const worthNow = ({ worth, energyWh }: Energies, liveWh: number | null): number | null =>
  worth === null || liveWh === null || !energyWh ? worth : (worth * liveWh) / energyWh;

/**
 * One entry per calendar day from `from` to `to` (local, inclusive). Future days and days without data have null
 * energies; a day with readings but no production has 0.
 */
export async function energyByDay(
  db: Db,
  scope: Scope,
  from: string,
  to: string,
  now: number,
): Promise<EnergyOfDay[]> {
  const today = localDay(now, scope.timeZone);
  const rows = new Map((await dayRows(db, scope, from, to)).map((row) => [row.day, row]));
  const running = await runningDay(db, scope);
  const first = scope.deviceId === undefined ? await firstDay(db, scope) : null;
  return dayRange(from, to).map((day) => {
    const row = rows.get(day);
    const rolledUp: Energies = row
      ? {
          energyWh: row.energyWh,
          importWh: row.importWh,
          exportWh: row.exportWh,
          chargedWh: row.chargedWh,
          dischargedWh: row.dischargedWh,
          consumedWh: null,
          worth: row.worth,
        }
      : nothing;
    const live = running?.day === day ? running.energies : nothing;
    const isSilent = first !== null && day >= first && day < today && live.energyWh === null;
    return {
      day,
      ...withConsumed({
        energyWh: live.energyWh ?? rolledUp.energyWh,
        importWh: live.importWh ?? rolledUp.importWh,
        exportWh: live.exportWh ?? rolledUp.exportWh,
        chargedWh: live.chargedWh ?? rolledUp.chargedWh,
        dischargedWh: live.dischargedWh ?? rolledUp.dischargedWh,
        consumedWh: null,
        worth: worthNow(rolledUp, live.energyWh),
      }),
      peakW: row?.peakW ?? null,
      completeness: row?.completeness ?? (isSilent ? 0 : null),
      isRepaired: row?.isRepaired ?? false,
      repairedOn: row?.repairedAtMs == null ? null : localDay(row.repairedAtMs, scope.timeZone),
    };
  });
}

export interface EnergyOfSpan extends Energies {
  /** `YYYY-MM` or `YYYY`. */
  span: string;
  peakW: number | null;
  /** Mean over the days that have one. */
  completeness: number | null;
  /** Number of days with a value: the weight of the mean when ranges are compared. */
  knownDays: number;
  /** The last repair of one of its days; see `EnergyOfDay`. */
  repairedOn: string | null;
}

/** The last of the repairs of several spans. */
export const lastRepair = (spans: readonly { repairedOn: string | null }[]): string | null =>
  spans.reduce<string | null>(
    (last, { repairedOn }) => (repairedOn !== null && repairedOn > (last ?? '') ? repairedOn : last),
    null,
  );

/** How complete several spans are together: the mean over all their days; null where none has any. */
export function completenessOf(spans: readonly EnergyOfSpan[]): number | null {
  const days = spans.reduce((sum, { knownDays }) => sum + knownDays, 0);
  const weighed = spans.reduce((sum, one) => sum + (one.completeness ?? 0) * one.knownDays, 0);
  return days === 0 ? null : weighed / days;
}

function gather(days: readonly EnergyOfDay[], spanOf: (day: string) => string): EnergyOfSpan[] {
  const bySpan = new Map<string, EnergyOfDay[]>();
  for (const day of days) {
    const span = spanOf(day.day);
    const list = bySpan.get(span);
    if (list) list.push(day);
    else bySpan.set(span, [day]);
  }
  return [...bySpan].map(([span, list]) => {
    const known = list.flatMap((d) => d.completeness ?? []);
    const peaks = list.flatMap((d) => d.peakW ?? []);
    return {
      span,
      ...addEnergies(list),
      peakW: peaks.length > 0 ? Math.max(...peaks) : null,
      completeness: known.length > 0 ? known.reduce((a, b) => a + b, 0) / known.length : null,
      knownDays: known.length,
      repairedOn: lastRepair(list),
    };
  });
}

/** One entry per month from `fromMonth` to `toMonth` (`YYYY-MM`, both included). */
export async function energyByMonth(
  db: Db,
  scope: Scope,
  fromMonth: string,
  toMonth: string,
  now: number,
): Promise<EnergyOfSpan[]> {
  const after = addDays(`${toMonth}-28`, 4);
  const lastDay = addDays(`${monthOf(after)}-01`, -1);
  return gather(await energyByDay(db, scope, `${fromMonth}-01`, lastDay, now), monthOf);
}

const isKnown = ({ energyWh, importWh, chargedWh }: Energies) =>
  energyWh !== null || importWh !== null || chargedWh !== null;

export interface Totals {
  today: Energies;
  yesterday: Energies;
  month: Energies;
  year: Energies;
  total: Energies;
  /** First day with data; null without any. */
  since: string | null;
}

/** Totals up to `now` by the plant's calendar. Energies without data are null. */
export async function totals(db: Db, scope: Scope, now: number): Promise<Totals> {
  const today = localDay(now, scope.timeZone);
  const rolledUp = await firstDay(db, scope);
  const days = await energyByDay(db, scope, rolledUp ?? addDays(today, -1), today, now);
  const where = (isIn: (day: string) => boolean) => addEnergies(days.filter((d) => isIn(d.day)));
  const yesterday = addDays(today, -1);
  return {
    today: where((day) => day === today),
    yesterday: where((day) => day === yesterday),
    month: where((day) => monthOf(day) === monthOf(today)),
    year: where((day) => day.slice(0, 4) === today.slice(0, 4)),
    total: where(() => true),
    since: rolledUp ?? days.find(isKnown)?.day ?? null,
  };
}
