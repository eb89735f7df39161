// Draws plants: place, roof, modules, inverters, and the oddities that healthy plants have too.
import type { ArrayModel } from '@helioport/domain/analytics/types';
import { dayNumber } from '@helioport/domain/periods';
import { climates } from './climates.ts';
import type { CounterKind, DeviceSpec, ModuleSpec, Obstacle, Plane, PlantSpec } from './model.ts';
import { Dice } from './random.ts';
import { clearPath, drawObstacle } from './shade.ts';

export const oddities = [
  'chimney',
  'trees',
  'horizon',
  'gaps',
  'strongerModule',
  'clipping',
  'mixedRatings',
  'unevenArray',
] as const;
type Oddity = (typeof oddities)[number];

export interface PlantOrder {
  readonly seed: string;
  readonly index: number;
  readonly days: number;
  readonly isHealthy: boolean;
}

/** Open rack and close roof mount of King, Boyson, Kratochvil, SAND2004-3535, table 1. */
const THERMAL: readonly Plane['thermal'][] = [
  [-3.47, -0.0594, 3],
  [-2.98, -0.0471, 1],
  [-3.2, -0.053, 2],
];
const RATINGS = [330, 350, 370, 380, 400, 405, 410, 425, 440, 460];
const YEAR_START = dayNumber('2025-01-01');

function drawPlanes(dice: Dice, latitude: number, count: number): Plane[] {
  const equator = latitude < 0 ? 0 : 180;
  const thermal = dice.pick(THERMAL);
  const tilt = dice.chance(0.15) ? dice.between(5, 15) : dice.between(18, 45);
  const first = equator + 35 * dice.normal();
  const turns = [0, dice.pick([90, -90, 180]), 180, dice.pick([90, -90])];
  return Array.from({ length: count }, (_, i) => ({
    tiltDeg: i < 2 ? tilt : dice.between(10, 60),
    azimuthDeg: (((first + turns[i]! + (i === 3 ? 45 : 0)) % 360) + 360) % 360,
    thermal,
  }));
}

/** Modules per array: at least three each, most in the first. */
function split(dice: Dice, total: number, parts: number): number[] {
  const counts = Array.from({ length: parts }, () => 3);
  for (let left = total - 3 * parts; left > 0; left--)
    counts[dice.chance(0.4) ? 0 : dice.whole(0, parts - 1)]!++;
  return counts;
}

function drawHorizon(dice: Dice): number[] {
  const middle = dice.between(0, 36);
  const [width, height] = [dice.between(5, 12), dice.between(10, 24)];
  return Array.from({ length: 36 }, (_, i) => {
    const aside = Math.min(Math.abs(i - middle), 36 - Math.abs(i - middle));
    return Math.max(1, height * Math.exp(-((aside / width) ** 2)) + 1.5 * dice.normal());
  });
}

/** One plant without faults. */
export function drawPlant({ seed, index, days, isHealthy }: PlantOrder): PlantSpec {
  const id = `p${String(index + 1).padStart(2, '0')}`;
  const dice = new Dice('plant', seed, index);
  const climate = climates[(index * 11 + dice.whole(0, 2)) % climates.length]!;
  const latitude = Math.max(-45, Math.min(60, climate.latitude + dice.between(-0.4, 0.4)));
  const longitude = climate.longitude + dice.between(-0.4, 0.4);
  // No four months of near darkness: above 55 degrees a world begins between February and July.
  const firstOfYear = Math.abs(latitude) > 52 ? dice.whole(40, 190) : dice.whole(0, 364);
  const firstDay = YEAR_START + firstOfYear;

  const odd = new Set<Oddity>();
  if (isHealthy) {
    // Permanent shade is the most frequent of them.
    odd.add((['chimney', 'trees', ...oddities] as const)[index % (oddities.length + 2)]!);
    if (dice.chance(0.6)) odd.add(dice.pick(oddities));
  } else if (dice.chance(0.35)) odd.add(dice.pick(oddities));

  const total = Math.round(Math.min(40, Math.max(6, 6 + dice.exponential(10))));
  const planeCount = Math.min(dice.pick([1, 1, 1, 2, 2, 2, 3, 4]), Math.floor(total / 3));
  const planes = drawPlanes(dice, latitude, planeCount);
  const counts = split(dice, total, planeCount);
  const arrays: ArrayModel[] = planes.map((plane, i) => ({
    id: `${id}-a${i + 1}`,
    tiltDeg: Math.max(0, Math.round(plane.tiltDeg + 1.5 * dice.normal())),
    azimuthDeg: (Math.round(plane.azimuthDeg + 2.5 * dice.normal()) + 360) % 360,
  }));
  if (isHealthy && dice.chance(0.08)) arrays[0] = { ...arrays[0]!, tiltDeg: null, azimuthDeg: null };
  // Two slopes entered as one array: every other module of the first array looks elsewhere.
  const second = planes.length;
  if (odd.has('unevenArray'))
    planes.push({
      ...planes[0]!,
      azimuthDeg: (planes[0]!.azimuthDeg + dice.pick([-1, 1]) * dice.between(20, 50) + 360) % 360,
      tiltDeg: Math.max(3, planes[0]!.tiltDeg + dice.between(-12, 12)),
    });

  const inputs = dice.pick([1, 1, 2, 2, 4]);
  const rating = dice.pick(RATINGS);
  const otherRating = dice.pick(RATINGS.filter((w) => Math.abs(w - rating) >= 30));
  const overload = odd.has('clipping') ? dice.between(1.35, 1.6) : dice.between(1, 1.12);
  const hasVoltage = dice.chance(0.88);
  const hasTemperature = dice.chance(0.9);
  const hasStatus = dice.chance(0.85);
  const hasLimit = dice.chance(0.5);
  const counter: CounterKind = dice.pick(['lifetime', 'lifetime', 'lifetime', 'day', 'none']);
  const intervalMin = dice.pick([1, 5, 5, 5, 5, 10, 15]);
  const lostRatio = dice.pick([0, 0.002, 0.01, 0.03]);
  const reportsAtNight = dice.chance(0.4);
  const fineSteps = dice.chance(0.7);
  const age = dice.between(0.92, 1.01);
  const lossPerK = -dice.between(0.0033, 0.004);
  const vmp = dice.between(31, 42);

  const modules: ModuleSpec[] = [];
  const devices: DeviceSpec[] = [];
  planes.slice(0, second).forEach((_, plane) => {
    const start = modules.length;
    for (let k = 0; k < counts[plane]!; k++) {
      const isOther = odd.has('mixedRatings') && k % 3 === 1;
      const ratedW = isOther ? otherRating : rating;
      const peakW = ratedW * age * (1 + 0.015 * dice.normal());
      const voltageV = (isOther ? vmp * 1.05 : vmp) * (1 + 0.006 * dice.normal());
      const at = modules.length - start;
      const deviceIndex = devices.length + Math.floor(at / inputs);
      modules.push({
        model: {
          id: `${id}-m${String(modules.length + 1).padStart(2, '0')}`,
          deviceId: `${id}-d${String(deviceIndex + 1).padStart(2, '0')}`,
          input: (at % inputs) + 1,
          arrayId: arrays[plane]!.id,
          ratedW,
          limitW: null,
          typeKey: `inv${inputs}-${ratedW}`,
        },
        plane: odd.has('unevenArray') && plane === 0 && k % 2 === 1 ? second : plane,
        peakW,
        voltageV,
        currentA: peakW / voltageV,
        voltagePerK: lossPerK - 0.0004,
        obstacles: [],
        height: dice.next(),
        replaced: null,
      });
    }
    for (let from = start; from < modules.length; from += inputs) {
      const members = Array.from({ length: Math.min(inputs, modules.length - from) }, (_, i) => from + i);
      devices.push({
        id: modules[from]!.model.deviceId,
        modules: members,
        limitW: (rating * inputs) / overload,
        intervalMin,
        phaseMin: dice.whole(0, 4),
        lostRatio,
        hasVoltage,
        counter,
        reportsAtNight,
        hasTemperature,
        hasStatus,
        hasLimit,
        gains: members.map(() => 1 + 0.006 * dice.normal()),
        noise: dice.between(0.003, 0.01),
      });
    }
  });

  const knowsLimit = dice.chance(0.85);
  const withLimit = modules.map((module) => ({
    ...module,
    model: { ...module.model, limitW: knowsLimit ? Math.round((0.96 * rating) / overload) : null },
  }));
  const shaded = addShade(dice, withLimit, planes, { latitude, day: firstDay + days / 2, odd });
  if (odd.has('strongerModule')) {
    const at = dice.whole(0, shaded.length - 1);
    const fromDay = dice.chance(0.5) ? 0 : dice.whole(20, days - 30);
    shaded[at] = { ...shaded[at]!, replaced: { fromDay, ratio: dice.between(1.08, 1.25) } };
  }

  return {
    id,
    seed: `${seed}/${id}`,
    climate,
    model: {
      latitude,
      longitude,
      altitudeM: climate.altitudeM,
      timeZone: climate.timeZone,
      pricePerKwh: 0.28,
      arrays,
      modules: shaded.map(({ model }) => model),
    },
    arrays,
    planes,
    modules: shaded,
    devices,
    firstDay,
    days,
    horizon: odd.has('horizon') ? drawHorizon(dice) : null,
    gaps: odd.has('gaps') ? [dice.between(0.1, 0.35), dice.between(7, 12), dice.between(12.5, 17)] : null,
    hasWeather: dice.chance(0.3),
    hasNearby: dice.chance(0.45),
    steps: fineSteps
      ? { powerW: 0.1, voltageV: 0.01, currentA: 0.01 }
      : { powerW: 1, voltageV: 0.1, currentA: 0.01 },
    isHealthy,
    oddities: [...odd],
    faults: [],
  };
}

/** Chimneys that shade one to three modules, trees that shade a part of a roof. */
function addShade(
  dice: Dice,
  modules: readonly ModuleSpec[],
  planes: readonly Plane[],
  { latitude, day, odd }: { latitude: number; day: number; odd: ReadonlySet<Oddity> },
): ModuleSpec[] {
  const result = [...modules];
  const put = (at: number, obstacle: Obstacle | null) => {
    const module = result[at];
    if (module && obstacle) result[at] = { ...module, obstacles: [...module.obstacles, obstacle] };
  };
  for (const kind of ['chimney', 'trees'] as const) {
    if (!odd.has(kind)) continue;
    const first = dice.whole(0, modules.length - 1);
    const count = kind === 'chimney' ? dice.whole(1, 3) : Math.min(4, Math.ceil(modules.length / 5));
    const path = clearPath(latitude, day, planes[modules[first]!.plane]!);
    const shape =
      kind === 'chimney'
        ? ({ width: [8, 22], opacity: [1, 1] } as const)
        : ({ width: [25, 70], opacity: [0.55, 0.9] } as const);
    const obstacle = drawObstacle(dice, path, shape, kind === 'chimney' ? [0.05, 0.3] : [0.04, 0.18]);
    for (let k = 0; k < count && obstacle; k++)
      put(first + k, { ...obstacle, azimuth: obstacle.azimuth + k * dice.between(2, 5) });
  }
  return result;
}
