// Draws one fault for a plant: onset, severity, end. Returns null where the plant does not suit the cause.
import type { FindingCause } from '@helioport/domain/analytics/types';
import { dayBounds, dayOfNumber } from '@helioport/domain/periods';
import { deadlineOf } from './causes.ts';
import { DERATING_FROM_C } from './electrics.ts';
import type { Effect, Fault, PlantSpec } from './model.ts';
import type { Dice } from './random.ts';
import { clearPath, drawObstacle } from './shade.ts';
import type { DayWeather } from './weather.ts';

const DAY_MS = 86_400_000;
const WASHING_MM = 6;

/** A plant that is being given faults. */
export interface Victim {
  readonly spec: PlantSpec;
  readonly weather: readonly DayWeather[];
  readonly dice: Dice;
}

type Draft = Omit<Fault, 'id' | 'cause' | 'alsoRight' | 'deadlineDays' | 'moduleIds'> & {
  readonly modules: readonly number[];
  readonly alsoRight?: readonly FindingCause[];
};

const startOf = ({ spec }: Victim, day: number): number =>
  dayBounds(dayOfNumber(spec.firstDay + day), spec.model.timeZone).startMs;

/** A day that leaves the deadline and some more; a seventh of the faults begin before any baseline can exist. */
function onsetDay({ spec, dice }: Victim, cause: FindingCause): number {
  const last = spec.days - deadlineOf(cause) - 4;
  const first = dice.chance(0.15) ? 6 : 35;
  return first >= last ? Math.max(3, Math.min(first, last)) : dice.whole(first, last);
}

const atDaylight = (victim: Victim, day: number): number =>
  startOf(victim, day) + victim.dice.between(8, 16) * 3_600_000;

/** Some faults are repaired before the world ends: after a time between `from` and `to` days. */
function repairMs(victim: Victim, sinceMs: number, chance: number, [from, to]: readonly [number, number]) {
  const { spec, dice } = victim;
  if (!dice.chance(chance)) return null;
  const days = dice.between(from, to);
  const left = (startOf(victim, spec.days) - sinceMs) / DAY_MS;
  return days + 12 < left ? sinceMs + days * DAY_MS : null;
}

const affected = (spec: PlantSpec): Set<number> => {
  const taken = new Set<number>();
  for (const fault of spec.faults) {
    if (fault.scope === 'module')
      for (const id of fault.moduleIds) taken.add(spec.modules.findIndex((m) => m.model.id === id));
    if (fault.scope === 'device')
      for (const m of spec.devices.find(({ id }) => id === fault.subjectId)?.modules ?? []) taken.add(m);
  }
  return taken;
};

function freeModule({ spec, dice }: Victim): number | null {
  const taken = affected(spec);
  const free = spec.modules
    .map((_, m) => m)
    .filter((m) => !taken.has(m) && spec.modules[m]!.replaced === null);
  return free.length > 0 ? dice.pick(free) : null;
}

function freeDevice({ spec, dice }: Victim): number | null {
  const taken = affected(spec);
  const free = spec.devices
    .map((_, d) => d)
    .filter((d) => !spec.devices[d]!.modules.some((m) => taken.has(m)));
  return free.length > 0 && spec.devices.length > 1 ? dice.pick(free) : null;
}

function moduleDraft(victim: Victim, cause: FindingCause): Draft | null {
  const { spec, dice } = victim;
  const module = freeModule(victim);
  if (module === null) return null;
  const sinceMs = atDaylight(victim, onsetDay(victim, cause));
  const base = {
    scope: 'module' as const,
    subjectId: spec.modules[module]!.model.id,
    sinceMs,
    modules: [module],
  };
  if (cause === 'moduleFailure')
    return {
      ...{ ...base, effect: { kind: 'open', module }, variant: 'open circuit' },
      untilMs: repairMs(victim, sinceMs, 0.35, [8, 45]),
    };
  if (cause === 'bypassDiode') {
    const count = dice.chance(0.85) ? 1 : 2;
    return {
      ...{ ...base, effect: { kind: 'bypass', module, count }, variant: `${count} of 3 sub-strings` },
      untilMs: repairMs(victim, sinceMs, 0.25, [15, 50]),
    };
  }
  if (cause === 'contactResistance') {
    const share = dice.between(0.07, 0.3);
    return {
      ...{ ...base, effect: { kind: 'resistance', module, share } },
      variant: `${Math.round(100 * share)} % of the voltage at rated current`,
      untilMs: repairMs(victim, sinceMs, 0.2, [20, 50]),
    };
  }
  if (cause === 'degradation') {
    const perDay = dice.between(0.0012, 0.0035);
    return {
      ...{
        ...base,
        effect: { kind: 'decline', modules: [module], perDay, voltageShare: dice.between(0.2, 0.7) },
      },
      ...{ variant: `${(100 * perDay).toFixed(2)} % a day`, untilMs: null },
    };
  }
  const ratio = dice.between(0.68, 0.9);
  const isBird = dice.chance(0.4);
  const rain = victim.weather.findIndex(
    ({ rainMm }, d) => rainMm >= WASHING_MM && startOf(victim, d) > sinceMs + 10 * DAY_MS,
  );
  return {
    ...{ ...base, effect: { kind: 'level', modules: [module], ratio } },
    variant: `${Math.round(100 * (1 - ratio))} % less, ${isBird ? 'dropping or leaf' : 'cracked cells'}`,
    untilMs: isBird && rain >= 0 ? startOf(victim, rain + 1) : null,
    alsoRight: isBird ? ['soiling'] : ['degradation'],
  };
}

function shadeDraft(victim: Victim, cause: 'newShading' | 'growingShading'): Draft | null {
  const { spec, dice } = victim;
  const module = freeModule(victim);
  if (module === null) return null;
  const isGrowing = cause === 'growingShading';
  const day = onsetDay(victim, cause);
  const { plane } = spec.modules[module]!;
  const path = clearPath(
    spec.model.latitude,
    spec.firstDay + day + (isGrowing ? 50 : 12),
    spec.planes[plane]!,
  );
  const shape = isGrowing
    ? ({ width: [30, 80], opacity: [0.6, 0.9] } as const)
    : ({ width: [14, 60], opacity: [0.75, 1] } as const);
  const obstacle = drawObstacle(dice, path, shape, isGrowing ? [0.12, 0.4] : [0.06, 0.4]);
  if (!obstacle) return null;
  const taken = affected(spec);
  const near = [module, module + 1, module + 2].filter(
    (m) => spec.modules[m]?.plane === plane && !taken.has(m) && spec.modules[m]!.replaced === null,
  );
  const modules = near.slice(0, dice.pick([1, 1, 2, 3]));
  const growDays = isGrowing ? dice.between(35, 70) : 0;
  const sinceMs = isGrowing ? startOf(victim, day) : atDaylight(victim, day);
  const effect: Effect = { kind: 'shade', modules, obstacle, growDays };
  return {
    ...{ scope: 'module', subjectId: spec.modules[module]!.model.id, modules, sinceMs, effect },
    variant: `azimuth ${Math.round(obstacle.azimuth)} ± ${Math.round(obstacle.width / 2)}, below ${Math.round(obstacle.top)} degrees, ${modules.length} modules`,
    untilMs: isGrowing ? null : repairMs(victim, sinceMs, 0.25, [20, 50]),
  };
}

/** Dust needs a dry spell, or sticks: then it stays until it is cleaned. */
function soilDraft(victim: Victim): Draft | null {
  const { spec, weather, dice } = victim;
  if (spec.faults.some(({ cause }) => cause === 'soiling')) return null;
  const array = dice.pick(spec.arrays);
  const isWhole = spec.arrays.length === 1 || dice.chance(0.4);
  const modules = spec.modules
    .map((_, m) => m)
    .filter((m) => isWhole || spec.modules[m]!.model.arrayId === array.id);
  const day = onsetDay(victim, 'soiling');
  const nextRain = weather.findIndex(({ rainMm }, d) => d > day && rainMm >= WASHING_MM);
  const isDry = nextRain < 0 || nextRain - day >= 25;
  const sinceMs = startOf(victim, day);
  const perDay = dice.between(0.003, 0.009);
  const untilMs = isDry
    ? nextRain < 0
      ? null
      : startOf(victim, nextRain + 1)
    : repairMs(victim, sinceMs, 0.5, [30, 55]);
  return {
    scope: isWhole ? 'plant' : 'array',
    subjectId: isWhole ? null : array.id,
    ...{ modules, sinceMs, untilMs },
    effect: { kind: 'soil', modules, perDay, most: dice.between(0.15, 0.3), sticks: !isDry },
    variant: `${(100 * perDay).toFixed(2)} % a day, ${isDry ? 'washed by rain' : 'sticks'}`,
  };
}

function deviceDraft(victim: Victim, cause: FindingCause): Draft | null {
  const { spec, weather, dice } = victim;
  const device = freeDevice(victim);
  if (device === null) return null;
  const { id, modules } = spec.devices[device]!;
  const day = onsetDay(victim, cause);
  const sinceMs = atDaylight(victim, day);
  const base = { scope: 'device' as const, subjectId: id, modules, sinceMs };
  if (cause === 'inverterFailure') {
    const isSilent = dice.chance(0.2);
    return {
      ...{ ...base, effect: { kind: 'dead', device, isSilent, bits: dice.pick([0, 0x4000, 0x1000, 0]) } },
      variant: isSilent ? 'silent' : 'reports zero',
      untilMs: repairMs(victim, sinceMs, 0.4, [8, 40]),
      alsoRight: isSilent ? ['communication'] : modules.length === 1 ? ['moduleFailure'] : [],
    };
  }
  // Hot: blocked ventilation or an attic. Strong enough to act on warm days after the onset.
  const warm = weather.slice(day, day + 30).map(({ meanC, rangeK }) => meanC + rangeK);
  warm.sort((a, b) => b - a);
  const noonC = warm[Math.floor(warm.length / 3)]!;
  if (noonC < 12) return null;
  const riseK = DERATING_FROM_C - noonC - 26 + dice.between(6, 26);
  return {
    ...{ ...base, effect: { kind: 'heat', devices: [device], riseK } },
    variant: `${Math.round(riseK)} K hotter`,
    untilMs: repairMs(victim, sinceMs, 0.2, [25, 50]),
  };
}

function plantDraft(victim: Victim, cause: FindingCause): Draft | null {
  const { spec, dice } = victim;
  if (spec.faults.some((fault) => fault.cause === cause)) return null;
  const day = onsetDay(victim, cause);
  const sinceMs = cause === 'clock' ? startOf(victim, day) : atDaylight(victim, day);
  const modules = spec.modules.map((_, m) => m);
  const plant = { scope: 'plant' as const, subjectId: null, modules, sinceMs };
  if (cause === 'curtailment') {
    const isVoltage = spec.devices[0]!.hasVoltage && dice.chance(0.6);
    const fromHour = dice.pick([9, 10, 11]);
    const effect: Effect = isVoltage
      ? { kind: 'gridVoltage', riseV: dice.between(20, 27) }
      : {
          kind: 'limit',
          ratio: dice.between(0.3, 0.6),
          fromHour,
          untilHour: fromHour + dice.pick([4, 5, 6]),
        };
    return {
      ...{ ...plant, effect },
      variant: isVoltage ? 'high grid voltage' : 'limit set',
      untilMs: repairMs(victim, sinceMs, 0.4, [15, 45]),
    };
  }
  const isWhole = cause === 'clock' ? dice.chance(0.8) : dice.chance(0.5);
  const one = freeDevice(victim);
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
      ...{ ...scope, effect: { kind: 'silence', devices }, variant: `${days.toFixed(1)} days` },
      untilMs: sinceMs + days * DAY_MS,
    };
  }
  const isDrift = dice.chance(0.35);
  const minutes = isDrift ? 0 : dice.pick([60, -60, 60, 120, -120]);
  const most = isDrift ? dice.pick([15, 30, 45]) : 0;
  const perDay = isDrift ? dice.pick([-1, 1]) * dice.between(1, 4) : 0;
  return {
    ...{ ...scope, effect: { kind: 'clock', devices, minutes, perDay, most } },
    variant: isDrift ? `drifts ${perDay.toFixed(1)} min a day to ${most} min` : `${minutes} min`,
    untilMs: repairMs(victim, sinceMs, 0.4, [25, 50]),
  };
}

function swapDraft(victim: Victim): Draft | null {
  const { spec, dice } = victim;
  const taken = affected(spec);
  if (spec.faults.some(({ cause }) => cause === 'swappedModules')) return null;
  const differ = (a: number, b: number): boolean => {
    const [first, second] = [spec.planes[spec.modules[a]!.plane]!, spec.planes[spec.modules[b]!.plane]!];
    const turn = Math.abs(first.azimuthDeg - second.azimuthDeg);
    const isSameRating = spec.modules[a]!.model.ratedW === spec.modules[b]!.model.ratedW;
    return (
      isSameRating &&
      spec.modules[a]!.model.arrayId !== spec.modules[b]!.model.arrayId &&
      Math.min(turn, 360 - turn) > 40
    );
  };
  const pairs: [number, number][] = [];
  for (let a = 0; a < spec.modules.length; a++)
    for (let b = a + 1; b < spec.modules.length; b++)
      if (!taken.has(a) && !taken.has(b) && differ(a, b)) pairs.push([a, b]);
  if (pairs.length === 0) return null;
  const [a, b] = dice.pick(pairs);
  const day = dice.chance(0.5) ? 0 : onsetDay(victim, 'swappedModules');
  return {
    ...{ scope: 'module', subjectId: spec.modules[a]!.model.id, modules: [a, b] },
    ...{ sinceMs: startOf(victim, day), untilMs: null, effect: { kind: 'swap', a, b } },
    variant: day === 0 ? 'from the start' : 'later',
  };
}

const drafts: Partial<Record<FindingCause, (victim: Victim, cause: FindingCause) => Draft | null>> = {
  inverterFailure: deviceDraft,
  thermalDerating: deviceDraft,
  newShading: (victim) => shadeDraft(victim, 'newShading'),
  growingShading: (victim) => shadeDraft(victim, 'growingShading'),
  soiling: soilDraft,
  curtailment: plantDraft,
  communication: plantDraft,
  clock: plantDraft,
  swappedModules: swapDraft,
};

/** One more fault for the plant, or null. Orientation and snow come about elsewhere. */
export function drawFault(victim: Victim, cause: FindingCause, number: number): Fault | null {
  const draft = (drafts[cause] ?? moduleDraft)(victim, cause);
  if (!draft) return null;
  const { modules, alsoRight = [], ...rest } = draft;
  return {
    ...rest,
    ...{ id: `f${String(number).padStart(3, '0')}`, cause, alsoRight, deadlineDays: deadlineOf(cause) },
    moduleIds: modules.map((m) => victim.spec.modules[m]!.model.id),
  };
}
