// Selects the days that illustrate a finding best.
import { wallClock } from '@helioport/domain/periods';
import type { Tx } from '../../../platform/db.ts';
import { dayCurveOf } from '../../../timeseries/analytics/dayCurve.ts';
import type { Daily } from '../../../timeseries/analytics/expectedDays.ts';
import type { AnalyticsPlant } from '../../../timeseries/analytics/plantModel.ts';
import type { Behind } from './behind.ts';

/** Days by which the loss of each hour is shown. */
const DAYS = 3;
/** Share of a day that must have been received. */
const WHOLE = 0.9;
/** An hour with less than this share of the best hour has too little light to be compared. */
const LEAST_LIGHT = 0.05;

/** Days on which the most energy was lost, best first; of equal ones that with the most expected energy. */
export function proofDays(
  daily: Daily,
  { sinceDay, untilDay }: Pick<Behind, 'sinceDay' | 'untilDay'>,
): string[] {
  return daily.days
    .map((day, i) => {
      const wh = daily.expected[i] ?? 0;
      // Rounded to 10 Wh, so that small differences do not prefer a day with little light.
      const lost = Math.round((wh - (daily.produced[i] ?? wh)) / 10);
      return { day, wh, lost, received: daily.completeness[i] ?? 0 };
    })
    .filter(({ day, wh, received }) => day >= sinceDay && day <= untilDay && wh > 0 && received >= WHOLE)
    .sort((a, b) => b.lost - a.lost || b.wh - a.wh || (a.day < b.day ? 1 : -1))
    .slice(0, DAYS)
    .map(({ day }) => day);
}

/** Share of the expected energy that was lost on these days, by hour of the local day; null where there was no light. */
export async function lossByHour(
  tx: Tx,
  behind: Behind & { plant: AnalyticsPlant },
  days: readonly string[],
  now: number,
): Promise<(number | null)[]> {
  if (days.length === 0) return [];
  const produced = new Float64Array(24);
  const expected = new Float64Array(24);
  for (const day of days) {
    const curve = await dayCurveOf(tx, behind.plant, behind, day, now);
    curve.produced.forEach((watts, slot) => {
      const wanted = curve.expected[slot] ?? null;
      if (watts === null || wanted === null) return;
      const { hour } = wallClock(curve.startMs + (slot + 0.5) * curve.stepMs, behind.row.timezone);
      produced[hour] = produced[hour]! + watts;
      expected[hour] = expected[hour]! + wanted;
    });
  }
  const best = Math.max(...expected);
  return Array.from(expected, (wanted, hour) =>
    wanted > 0 && wanted >= LEAST_LIGHT * best
      ? Math.round((1 - produced[hour]! / wanted) * 1000) / 1000
      : null,
  );
}
