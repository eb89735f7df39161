// Compares imported days with the total of their month in the vendor cloud. Both are rounded.
import { lastDayOf } from '@helioport/domain/periods';
import type { ImportedDay } from '../../timeseries/rollup/importedDays.ts';

/** Values of the cloud are rounded to whole Wh: the exact one is less than half of one away. */
const ROUNDED_TENTHS = 4;

/**
 * Days whose sum is that of their month, where rounding explains the difference: each is moved by less than half a Wh, so
 * that it still rounds to the value of the cloud.
 */
export function reconciled(days: readonly ImportedDay[], monthKwh: number): ImportedDay[] {
  const tenths = days.map(({ energyWh }) => Math.round(energyWh * 10));
  const some = days.flatMap(({ energyWh }, i) => (energyWh >= 1 ? [i] : []));
  const rest = Math.round(monthKwh * 10_000) - tenths.reduce((sum, one) => sum + one, 0);
  if (some.length === 0 || Math.abs(rest) > ROUNDED_TENTHS * some.length) return [...days];
  const each = Math.trunc(rest / some.length);
  const left = Math.abs(rest % some.length);
  for (const [place, i] of some.entries()) tenths[i]! += each + (place < left ? Math.sign(rest) : 0);
  return days.map((day, i) => ({ ...day, energyWh: tenths[i]! / 10 }));
}

/** Values are rounded to some Wh each. */
const isClose = (a: number, b: number, values: number): boolean =>
  Math.abs(a - b) <= 0.005 + values * 0.0006 + b * 0.001;

/** Whether imported days add up to another sum than the month of the cloud, which may lack its last day. */
export function differs(imported: readonly ImportedDay[], monthKwh: number, month: string): boolean {
  const sum = (some: readonly ImportedDay[]) => some.reduce((all, { energyWh }) => all + energyWh / 1000, 0);
  const withoutLast = imported.filter(({ day }) => day !== lastDayOf(month));
  return (
    !isClose(sum(imported), monthKwh, imported.length) &&
    !isClose(sum(withoutLast), monthKwh, imported.length)
  );
}
