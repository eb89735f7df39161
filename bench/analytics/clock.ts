// Finds clock changes in measured plants, as recorded and with shifts put in.
import type { PowerDay } from '@helioport/domain/analytics/quality/clearDays';
import { type ClockChange, estimateClock, findClockChanges } from '@helioport/domain/analytics/quality/clock';
import { clockDays } from '@helioport/domain/analytics/quality/dayEnds';
import { readDst, readEast, readSma, readYear, serfSite } from './plants.ts';
import { minutesMs, type Result } from './result.ts';

const STEP_MIN = 15;
/** Days with the sun corrected clock of `serf-dst-2011`. */
const DST_DATES = [
  { day: '2011-11-06', minutes: -60 },
  { day: '2012-03-11', minutes: 60 },
] as const;

const dayOf = (day: PowerDay | undefined) => new Date(day?.startMs ?? 0).toISOString().slice(0, 10);
const listed = (days: readonly PowerDay[], changes: readonly ClockChange[]) =>
  changes
    .map(({ index, minutes }) => `${dayOf(days[index])} ${minutes > 0 ? '+' : ''}${minutes} min`)
    .join(', ') || 'none';

function checkDst(): Result[] {
  const days = readDst();
  const { changes, lateMin } = estimateClock(days, serfSite);
  const isExact =
    changes.length === DST_DATES.length &&
    DST_DATES.every(
      ({ day, minutes }, at) => changes[at]!.minutes === minutes && dayOf(days[changes[at]!.index]) === day,
    );
  const lates = [0, ...changes.map(({ index }) => index)].map((index) => lateMin[index]!);
  return [
    {
      what: 'SERF East 2011: both daylight-saving changes',
      expected: DST_DATES.map(({ day, minutes }) => `${day} ${minutes > 0 ? '+' : ''}${minutes} min`).join(
        ', ',
      ),
      result: listed(days, changes),
      isMet: isExact,
    },
    {
      what: 'SERF East 2011: minutes by which the clock is late, by stretch',
      expected: '60, 0, 60',
      result: lates.join(', '),
      isMet: lates.join() === '60,0,60',
    },
  ];
}

function checkQuiet(): Result[] {
  const series = [
    ['SERF East 2016', readEast(), serfSite.latitude, serfSite.longitude],
    ['One year, place unknown', readYear(), null, null],
    ['SMA 7 kW, place unknown', readSma(), null, null],
  ] as const;
  return series.map(([name, days, latitude, longitude]) => {
    const sane = days.map((day) => ({
      ...day,
      powerW: day.powerW.map((power) => (power < -1e5 ? Number.NaN : power)),
    }));
    const changes = findClockChanges(clockDays(sane, longitude), latitude);
    return {
      what: `${name}: clock changes`,
      expected: 'none',
      result: listed(days, changes),
      isMet: changes.length === 0,
    };
  });
}

/** Days whose timestamps are `minutes` late from `from` on. */
function shifted(days: readonly PowerDay[], from: number, minutes: number): PowerDay[] {
  return days.map((day, at) => {
    if (at < from) return day;
    const slots = minutesMs(minutes) / day.slotMs;
    return { ...day, powerW: Float64Array.from(day.powerW, (_, slot) => day.powerW[slot - slots] ?? 0) };
  });
}

/** Finds shifts put into two plants that have none: how many, how many on the day, how many false. */
function checkInjected(): Result[] {
  const plants = [
    { days: readEast(), latitude: serfSite.latitude, longitude: serfSite.longitude },
    { days: readYear(), latitude: null, longitude: null },
  ];
  return [[30, 45, 60, 90, 120], [STEP_MIN]].map((sizes) => {
    let [tried, found, onDay, extra] = [0, 0, 0, 0];
    for (const { days, latitude, longitude } of plants) {
      for (const size of sizes.flatMap((minutes) => [minutes, -minutes])) {
        for (const share of [0.25, 0.4, 0.55, 0.8]) {
          const from = Math.round(share * days.length);
          const changes = findClockChanges(clockDays(shifted(days, from, size), longitude), latitude);
          const hit = changes.find(({ index, minutes }) => minutes === size && Math.abs(index - from) <= 7);
          tried++;
          if (hit) found++;
          if (hit?.index === from) onDay++;
          extra += changes.filter((change) => change !== hit).length;
        }
      }
    }
    const isLarge = sizes.length > 1;
    return {
      what: `Shifts of ${sizes.join(', ')} minutes either way put into two plants: exact size within a week`,
      expected: isLarge ? '90 % of them, at most 5 % false ones' : '-',
      result: `${found} of ${tried}, ${onDay} on the day, ${extra} false`,
      isMet: isLarge ? found >= 0.9 * tried && extra <= 0.05 * tried : null,
    };
  });
}

/** Clock changes against the bars: exact in size and, for daylight saving, in date. */
export const checkClock = (): Result[] => [...checkDst(), ...checkQuiet(), ...checkInjected()];
