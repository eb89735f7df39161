// Faults of single modules: circuits, slow decline, steps, shade, swapped positions.
import type { FindingCause } from '@helioport/domain/analytics/types';
import { DAY_MS } from '@helioport/domain/duration';
import {
  affected,
  atDaylight,
  type Draft,
  type FaultTarget,
  freeModule,
  onsetDay,
  repairMs,
  startOf,
  WASHING_MM,
} from './faultTarget.ts';
import type { Effect } from './model.ts';
import { clearPath, drawObstacle } from './shade.ts';

/** Open circuit, bypassed sub-strings, resistance, decline, or a step without a cause that data could tell. */
export function moduleDraft(target: FaultTarget, cause: FindingCause): Draft | null {
  const { spec, dice } = target;
  const module = freeModule(target);
  if (module === null) return null;
  const sinceMs = atDaylight(target, onsetDay(target, cause));
  const base = {
    scope: 'module' as const,
    subjectId: spec.modules[module]!.model.id,
    sinceMs,
    modules: [module],
  };
  if (cause === 'moduleFailure') {
    const { hasVoltage, reportsAtNight, modules } = spec.devices.find(({ modules: m }) =>
      m.includes(module),
    )!;
    // The device has no other supply than this module: it stops reporting.
    const isAlone = modules.length === 1;
    return {
      ...base,
      effect: { kind: 'open', module },
      variant: 'open circuit',
      untilMs: repairMs(target, sinceMs, 0.35, [8, 45]),
      alsoRight: !isAlone
        ? []
        : reportsAtNight
          ? hasVoltage
            ? []
            : ['inverterFailure']
          : ['inverterFailure', 'communication'],
    };
  }
  if (cause === 'bypassDiode') {
    const count = dice.chance(0.85) ? 1 : 2;
    return {
      ...base,
      effect: { kind: 'bypass', module, count },
      variant: `${count} of 3 sub-strings`,
      untilMs: repairMs(target, sinceMs, 0.25, [15, 50]),
    };
  }
  if (cause === 'contactResistance') {
    const share = dice.between(0.08, 0.4);
    return {
      ...base,
      effect: { kind: 'resistance', module, share },
      variant: `${Math.round(100 * share)} % of the voltage at rated current`,
      untilMs: repairMs(target, sinceMs, 0.2, [20, 50]),
    };
  }
  if (cause === 'degradation') {
    const perDay = dice.between(0.0015, 0.005);
    return {
      ...base,
      effect: { kind: 'decline', modules: [module], perDay, voltageShare: dice.between(0.2, 0.7) },
      variant: `${(100 * perDay).toFixed(2)} % a day`,
      untilMs: null,
    };
  }
  const ratio = dice.between(0.65, 0.9);
  const isBird = dice.chance(0.4);
  const rain = target.weather.findIndex(
    ({ rainMm }, d) => rainMm >= WASHING_MM && startOf(target, d) > sinceMs + 10 * DAY_MS,
  );
  return {
    ...base,
    effect: { kind: 'level', modules: [module], ratio },
    variant: `${Math.round(100 * (1 - ratio))} % less, ${isBird ? 'dropping or leaf' : 'cracked cells'}`,
    untilMs: isBird && rain >= 0 ? startOf(target, rain + 1) : null,
    alsoRight: isBird ? ['soiling'] : ['degradation'],
  };
}

export function shadeDraft(target: FaultTarget, cause: 'newShading' | 'growingShading'): Draft | null {
  const { spec, dice } = target;
  const module = freeModule(target);
  if (module === null) return null;
  const isGrowing = cause === 'growingShading';
  const day = onsetDay(target, cause);
  const { plane } = spec.modules[module]!;
  const path = clearPath(
    spec.model.latitude,
    spec.firstDay + day + (isGrowing ? 50 : 12),
    spec.planes[plane]!,
  );
  const shape = isGrowing
    ? ({ width: [30, 80], opacity: [0.6, 0.9] } as const)
    : ({ width: [14, 60], opacity: [0.75, 1] } as const);
  const obstacle = drawObstacle(dice, path, shape, isGrowing ? [0.15, 0.5] : [0.08, 0.55]);
  if (!obstacle) return null;
  const taken = affected(spec);
  const near = [module, module + 1, module + 2].filter(
    (m) => spec.modules[m]?.plane === plane && !taken.has(m) && spec.modules[m]!.replaced === null,
  );
  const modules = near.slice(0, dice.pick([1, 1, 2, 3]));
  const growDays = isGrowing ? dice.between(35, 70) : 0;
  const sinceMs = isGrowing ? startOf(target, day) : atDaylight(target, day);
  const effect: Effect = { kind: 'shade', modules, obstacle, growDays };
  return {
    scope: 'module',
    subjectId: spec.modules[module]!.model.id,
    modules,
    sinceMs,
    effect,
    variant: `azimuth ${Math.round(obstacle.azimuth)} ± ${Math.round(obstacle.width / 2)}, below ${Math.round(obstacle.top)} degrees, ${modules.length} modules`,
    untilMs: isGrowing ? null : repairMs(target, sinceMs, 0.25, [20, 50]),
  };
}

/** Two modules of different arrays, each entered at the other's position. */
export function swapDraft(target: FaultTarget): Draft | null {
  const { spec, dice } = target;
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
  const day = dice.chance(0.5) ? 0 : onsetDay(target, 'swappedModules');
  return {
    scope: 'module',
    subjectId: spec.modules[a]!.model.id,
    modules: [a, b],
    sinceMs: startOf(target, day),
    untilMs: null,
    effect: { kind: 'swap', a, b },
    variant: day === 0 ? 'from the start' : 'later',
  };
}
