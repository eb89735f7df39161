// Faults of devices, arrays and plants.
import type { FindingCause } from '@helioport/domain/analytics/types';
import { DAY_MS, HOUR_MS } from '@helioport/domain/duration';
import { deadlineOf } from './causes.ts';
import {
  atDaylight,
  type Draft,
  type FaultTarget,
  freeDevice,
  onsetDay,
  repairMs,
  startOf,
  WASHING_MM,
} from './faultTarget.ts';
import type { Effect } from './model.ts';
import { clearLoad, dryStarts, riseForDerating, riseForVoltWatt, sunnyDays } from './severity.ts';

/** Dust needs a dry spell, or sticks: then it stays until it is cleaned. */
export function soilDraft(target: FaultTarget): Draft | null {
  const { spec, weather, dice } = target;
  if (spec.faults.some(({ cause }) => cause === 'soiling')) return null;
  const array = dice.pick(spec.arrays);
  const isWhole = spec.arrays.length === 1 || dice.chance(0.4);
  const modules = spec.modules
    .map((_, m) => m)
    .filter((m) => isWhole || spec.modules[m]!.model.arrayId === array.id);
  const last = spec.days - deadlineOf('soiling') - 4;
  const dry = dryStarts(weather, { mm: WASHING_MM, days: 22, first: 20, last });
  const isDry = dry.length > 0 && dice.chance(0.8);
  const day = isDry ? dice.pick(dry) : onsetDay(target, 'soiling');
  const nextRain = weather.findIndex(({ rainMm }, d) => d > day && rainMm >= WASHING_MM);
  const sinceMs = startOf(target, day);
  const perDay = dice.between(0.004, 0.01);
  const untilMs = !isDry
    ? repairMs(target, sinceMs, 0.5, [30, 55])
    : nextRain < 0
      ? null
      : startOf(target, nextRain + 1);
  return {
    scope: isWhole ? 'plant' : 'array',
    subjectId: isWhole ? null : array.id,
    modules,
    sinceMs,
    untilMs,
    effect: { kind: 'soil', modules, perDay, most: dice.between(0.15, 0.3), sticks: !isDry },
    variant: `${(100 * perDay).toFixed(2)} % a day, ${isDry ? 'washed by rain' : 'sticks'}`,
  };
}

/** An inverter that converts nothing, or too little because it is hot. */
export function deviceDraft(target: FaultTarget, cause: FindingCause): Draft | null {
  const { spec, weather, dice } = target;
  const device = freeDevice(target);
  if (device === null) return null;
  const { id, modules } = spec.devices[device]!;
  const day = onsetDay(target, cause);
  const sinceMs = atDaylight(target, day);
  const base = { scope: 'device' as const, subjectId: id, modules, sinceMs };
  if (cause === 'inverterFailure') {
    const isOffline = dice.chance(0.2);
    const trips = !isOffline && dice.chance(0.2);
    const hours = trips ? ([dice.between(9, 11), dice.between(13, 16)] as const) : null;
    const hidesModule = modules.length === 1 && !spec.devices[device]!.hasVoltage;
    return {
      ...base,
      effect: { kind: 'failed', device, isOffline, bits: dice.pick([0, 0x4000, 0x1000, 0]), hours },
      variant: isOffline ? 'does not report' : trips ? 'trips around noon' : 'reports zero',
      untilMs: repairMs(target, sinceMs, 0.4, [8, 40]),
      alsoRight: isOffline ? ['communication'] : hidesModule ? ['moduleFailure'] : [],
    };
  }
  // Hot: blocked ventilation or an attic. Strong enough to act on warm days after the onset.
  const warm = weather.slice(day, day + 30).map(({ meanC, rangeK }) => meanC + rangeK);
  warm.sort((a, b) => b - a);
  const noonC = warm[Math.floor(warm.length / 3)]!;
  const load = clearLoad(spec, device, day + 8, noonC);
  const kept = dice.between(0.5, 0.85);
  const riseK = riseForDerating(load, kept, noonC);
  // Not where it would have to be hotter than a closed attic, nor where the sun hardly shines.
  if (riseK < 4 || riseK > 60 || sunnyDays(weather, day, 21) < 7) return null;
  return {
    ...base,
    effect: { kind: 'heat', devices: [device], riseK },
    variant: `${Math.round(riseK)} K hotter, ${Math.round(100 * (1 - kept))} % less at warm noon`,
    untilMs: repairMs(target, sinceMs, 0.2, [25, 50]),
  };
}

/** The change of daylight saving that a device misses: the day, and by how much its stamps are late from then on. */
function clockChange(target: FaultTarget): { day: number; minutes: number } | null {
  const last = target.spec.days - deadlineOf('clock') - 4;
  for (let day = 15; day < last; day++) {
    const hours = (startOf(target, day + 1) - startOf(target, day)) / HOUR_MS;
    // After a day of 23 hours a clock that stayed behind stamps too early.
    if (hours !== 24) return { day, minutes: hours < 24 ? -60 : 60 };
  }
  return null;
}

/** What happens to a plant as a whole: curtailment, communication outages, a wrong clock. */
export function plantDraft(target: FaultTarget, cause: FindingCause): Draft | null {
  const { spec, weather, dice } = target;
  if (spec.faults.some((fault) => fault.cause === cause)) return null;
  const change = cause === 'clock' && dice.chance(0.5) ? clockChange(target) : null;
  const day = change?.day ?? onsetDay(target, cause);
  const sinceMs = cause === 'clock' ? startOf(target, day) : atDaylight(target, day);
  const modules = spec.modules.map((_, m) => m);
  const plant = { scope: 'plant' as const, subjectId: null, modules, sinceMs };
  if (cause === 'curtailment') {
    if (sunnyDays(weather, day, 14) < 4) return null;
    const isVoltage = spec.devices[0]!.hasVoltage && dice.chance(0.6);
    const { meanC, rangeK } = weather[day]!;
    const kept = dice.between(0.35, 0.8);
    const ratio = kept * clearLoad(spec, 0, day + 5, meanC + rangeK);
    const fromHour = dice.pick([9, 10, 11]);
    const effect: Effect = isVoltage
      ? { kind: 'gridVoltage', riseV: riseForVoltWatt(spec, day + 5, ratio) }
      : { kind: 'limit', ratio, fromHour, untilHour: fromHour + dice.pick([4, 5, 6]) };
    return {
      ...plant,
      effect,
      variant: `${isVoltage ? 'high grid voltage' : spec.devices[0]!.hasLimit ? 'limit reported' : 'limit not reported'}, ${Math.round(100 * (1 - kept))} % less at clear noon`,
      untilMs: repairMs(target, sinceMs, 0.4, [15, 45]),
    };
  }
  const isWhole = cause === 'clock' ? dice.chance(0.8) : dice.chance(0.5);
  const one = freeDevice(target);
  const devices = isWhole || one === null ? spec.devices.map((_, d) => d) : [one];
  const scope =
    devices.length === spec.devices.length
      ? plant
      : {
          ...plant,
          scope: 'device' as const,
          subjectId: spec.devices[one!]!.id,
          modules: spec.devices[one!]!.modules,
        };
  if (cause === 'communication') {
    const days = dice.between(1.2, 8);
    return {
      ...scope,
      effect: { kind: 'offline', devices },
      variant: `${days.toFixed(1)} days`,
      untilMs: sinceMs + days * DAY_MS,
    };
  }
  const isDrift = change === null && dice.chance(0.35);
  const minutes = change?.minutes ?? (isDrift ? 0 : dice.pick([60, -60, 60, 120, -120]));
  const most = isDrift ? dice.pick([15, 30, 45]) : 0;
  const perDay = isDrift ? dice.pick([-1, 1]) * dice.between(1, 4) : 0;
  return {
    ...scope,
    effect: { kind: 'clock', devices, minutes, perDay, most },
    variant: change
      ? `${minutes} min, missed daylight saving`
      : isDrift
        ? `drifts ${perDay.toFixed(1)} min a day to ${most} min`
        : `${minutes} min`,
    untilMs: repairMs(target, sinceMs, 0.4, [25, 50]),
  };
}
