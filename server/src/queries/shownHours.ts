// Hours as charts show them.
import { kwh, rounded } from '@helioport/domain/units';
import { tenths } from '../timeseries/counters/running.ts';

/**
 * Hours of a day from Wh to kWh, rounded so that what is shown sums up to the day as it is shown: each hour is what the
 * rounded sum grew by. Null stays null.
 */
export function hoursInKwh(hours: readonly (number | null)[]): (number | null)[] {
  let exactWh = 0;
  let given = 0;
  return hours.map((wh) => {
    if (wh === null) return null;
    exactWh = tenths(exactWh + wh);
    const hour = rounded(kwh(exactWh) - given, 3);
    given = rounded(given + hour, 3);
    return hour;
  });
}
