// The bars of a report's chart: steps of an hour, hours of a day, days, months.
import { HOUR_MS } from '@helioport/domain/duration';
import { localDay, monthOf } from '@helioport/domain/periods';
import type { BarUnit, Span } from '@helioport/domain/reportSpans';
import { kwh, rounded } from '@helioport/domain/units';
import type { Tx } from '../../platform/db.ts';
import { powerOfDay } from '../../timeseries/query/curves.ts';
import { addEnergies, type EnergyOfDay } from '../../timeseries/query/energies.ts';
import { hourStarts } from '../../timeseries/query/energyHours.ts';
import type { Scope } from '../../timeseries/query/series.ts';

export interface Bar {
  /** Of steps and hours the instant (ms) at which they begin, else the day or month. */
  at: number | string;
  /** kWh; of steps W. Null is a gap. */
  value: number | null;
}

interface Divided {
  span: Span;
  barUnit: BarUnit;
  days: readonly EnergyOfDay[];
  /** Of a single day, in kWh. */
  hours: readonly (number | null)[];
}

const STEP_MINUTES = 5;

/** Bars of a period read by days or, for a single day, by hours; none for the future. */
export async function barsOf(tx: Tx, scope: Scope, divided: Divided, now: number): Promise<Bar[]> {
  const today = localDay(now, scope.timeZone);
  const hasBegun = ({ at }: Bar) => (typeof at === 'number' ? at <= now : at <= today);
  return (await allBars(tx, scope, divided, now)).filter(hasBegun);
}

async function allBars(tx: Tx, scope: Scope, divided: Divided, now: number): Promise<Bar[]> {
  const { span, barUnit, days, hours } = divided;
  switch (barUnit) {
    case 'steps':
      return await stepsOf(tx, scope, span, now);
    case 'hours':
      return hourStarts(span.from, scope.timeZone).map((at, i) => ({ at, value: hours[i] ?? null }));
    case 'days':
      return days.map(({ day, energyWh }) => ({ at: day, value: kwhOrGap(energyWh) }));
    case 'months': {
      const months = [...new Set(days.map(({ day }) => monthOf(day)))];
      return months.map((at) => ({
        at,
        value: kwhOrGap(addEnergies(days.filter(({ day }) => monthOf(day) === at)).energyWh),
      }));
    }
  }
}

const kwhOrGap = (wh: number | null) => (wh === null ? null : kwh(wh));

async function stepsOf(tx: Tx, scope: Scope, { from, hour }: Span, now: number): Promise<Bar[]> {
  const begin = hourStarts(from, scope.timeZone)[hour ?? 0]!;
  const curve = await powerOfDay(tx, scope, { day: from, stepMinutes: STEP_MINUTES }, now);
  return curve.values.flatMap((watts, i) => {
    const at = curve.startMs + i * curve.stepMs;
    const isInside = at >= begin && at < begin + HOUR_MS;
    return isInside ? [{ at, value: watts === null ? null : rounded(watts, 1) }] : [];
  });
}
