// The world of the fault benchmark: plants and their faults, by seed.
import type { FindingCause } from '@helioport/domain/analytics/types';
import { dayBounds, dayOfNumber } from '@helioport/domain/periods';
import { causesFor, deadlineOf } from './causes.ts';
import { drawFault } from './drawFaults.ts';
import type { Fault, PlantSpec } from './model.ts';
import { drawPlant } from './plants.ts';
import { Dice } from './random.ts';
import { plantWeather } from './simulate.ts';

export interface WorldSize {
  readonly seed: string;
  readonly plants: number;
  readonly days: number;
}

/** A snowed-in winter must be possible somewhere: at most so many faults fall on one plant. */
const MOST_PER_PLANT = 5;

/** 25 of 60 plants are healthy; the others share a hundred faults, or the same shares of another number. */
export function drawWorld({ seed, plants, days }: WorldSize): PlantSpec[] {
  const healthy = Math.max(1, Math.round((plants * 25) / 60));
  const faultCount = Math.round(((plants - healthy) * 100) / 35);
  const specs = Array.from({ length: plants }, (_, index) =>
    drawPlant({ seed, index, days, isHealthy: index < healthy }),
  );
  const dice = new Dice('faults', seed);
  let number = 0;
  const causes = causesFor(faultCount).filter((cause) => cause !== 'snow');
  // The rare conditions choose first.
  const order: FindingCause[] = ['wrongOrientation', 'swappedModules', 'thermalDerating', 'soiling'];
  causes.sort((a, b) => rank(order, a) - rank(order, b));
  for (const cause of causes) {
    const candidates = dice.shuffle(specs.slice(healthy).map((_, i) => healthy + i));
    candidates.sort((a, b) => specs[a]!.faults.length - specs[b]!.faults.length);
    for (const at of candidates) {
      const spec = specs[at]!;
      if (spec.faults.length >= MOST_PER_PLANT) continue;
      const own = new Dice('fault', seed, number, at);
      if (cause === 'wrongOrientation') {
        const turned = enterWrongly(spec, own, number + 1);
        if (!turned) continue;
        specs[at] = turned;
        number++;
        break;
      }
      const fault = drawFault({ spec, weather: plantWeather(spec), dice: own }, cause, number + 1);
      if (!fault) continue;
      specs[at] = { ...spec, faults: [...spec.faults, fault] };
      number++;
      break;
    }
  }
  return specs;
}

const rank = (order: readonly FindingCause[], cause: FindingCause): number => {
  const place = order.indexOf(cause);
  return place < 0 ? order.length : place;
};

/** An array that was entered with an orientation it does not have. */
function enterWrongly(spec: PlantSpec, dice: Dice, number: number): PlantSpec | null {
  if (spec.faults.some(({ cause }) => cause === 'wrongOrientation')) return null;
  const at = dice.whole(0, spec.arrays.length - 1);
  const array = spec.arrays[at]!;
  const plane = spec.planes[at]!;
  // At a low tilt the azimuth hardly matters.
  if (array.tiltDeg === null || array.azimuthDeg === null || plane.tiltDeg < 18) return null;
  const turn = dice.pick([-90, 90, 180, -45, 45, 30, -30]);
  const wrong = { ...array, azimuthDeg: (array.azimuthDeg + turn + 360) % 360 };
  const arrays = spec.arrays.map((one, i) => (i === at ? wrong : one));
  const { startMs } = dayBounds(dayOfNumber(spec.firstDay), spec.model.timeZone);
  const fault: Fault = {
    id: `f${String(number).padStart(3, '0')}`,
    cause: 'wrongOrientation',
    alsoRight: [],
    scope: 'array',
    subjectId: array.id,
    moduleIds: spec.modules.filter(({ model }) => model.arrayId === array.id).map(({ model }) => model.id),
    sinceMs: startMs,
    untilMs: null,
    deadlineDays: deadlineOf('wrongOrientation'),
    variant: `${turn} degrees`,
    effect: { kind: 'entry' },
  };
  return { ...spec, arrays, model: { ...spec.model, arrays }, faults: [...spec.faults, fault] };
}
