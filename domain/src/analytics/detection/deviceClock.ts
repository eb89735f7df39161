// The clock of a device that is wrong while those of the others are right: clouds reach it at other times than the others.
import { MINUTE_MS } from '../../duration.ts';
import type { PlantDayInput, PlantModel } from '../types.ts';
import { earlier, minutesLateOf, rowsSince } from './clockShift.ts';
import { type Condition, isOpen, type Observation } from './conditions.ts';
import type { DayView } from './dayView.ts';
import type { Entry } from './entry.ts';
import { LIMITED } from './features.ts';
import type { EngineState } from './state.ts';
import { clamp, groupBy, medianOf } from './stats.ts';
import { addFlags, FLAG } from './track.ts';

/** Devices with modules in the same groups from which the majority shows which clock is wrong. */
const LEAST_DEVICES = 3;
/** Largest difference that is looked for, hours; the least one that is reported, and by how much days may differ, minutes. */
const MOST_HOURS = 2.5;
const LEAST_MIN = 15;
const SAME_MIN = 12;
/** Minutes are reported as multiples of this, as for the clock of a plant. */
const STEP_MIN = 15;
/** Half of the time in hours over which fluctuations are related to their mean, and the power in W per W from which they count. */
const HALF_WINDOW_HOURS = 0.5;
const LEAST_POWER = 0.05;
/** Elevation of the sun in degrees below which the course of a clear day looks like a fluctuation. */
const STEEP_DEG = 12;
/** Largest relative fluctuation: edges of clouds differ more between devices than their times do. */
const MOST = 0.6;
/** Standard deviation of the fluctuations below which a sky is clear or overcast, and hours with them that are needed. */
const CHANGING = 0.06;
const LEAST_HOURS = 3;
/** Share of these hours that must be known at another time. */
const MOST_OF = 0.75;
/** Correlation of the fluctuations at the best difference, and by how much it exceeds the one without a difference. */
const ALIKE = 0.55;
const BETTER = 0.3;
/** By how much another time may be better for the present one to count as right. */
const UNSURE = 0.1;
/** Up to so many devices, a device is compared with the median of the others alone. */
const FEW_DEVICES = 8;

/** Least difference that the course of a day shows, minutes: modules that face another way are ahead or behind by less. */
const COURSE_MIN = 30;
/** Share of the two courses that does not follow each other: from which it may be another time, and that must vanish by it. */
const APART = 0.2;
const VANISHED = 0.35;
/** Power in W per W with which a day begins and ends, and share of the difference by which both must have moved. */
const FIRST_POWER = 0.01;
const ENDS_MOVED = 0.6;
/** Least mean power over the hours of light, W per W: courses of dark days are noise. */
const LEAST_MEAN = 0.03;

const isDeviceClock = ({ cause, scope }: Pick<Condition, 'cause' | 'scope'>): boolean =>
  cause === 'clock' && scope === 'device';

/** Minutes by which the timestamps of devices are late according to open findings, by device. */
function lateDevices(conditions: readonly Condition[]): ReadonlyMap<string, number> {
  const open = conditions.filter((one) => isDeviceClock(one) && isOpen(one));
  return new Map(open.map((one) => [one.subjectId!, minutesLateOf(one)]));
}

/** The readings of a day as right clocks would have recorded them, for devices with an open finding about their clock. */
export function withRightClocks(
  input: PlantDayInput,
  plant: PlantModel,
  conditions: readonly Condition[],
): PlantDayInput {
  const late = lateDevices(conditions);
  if (late.size === 0) return input;
  const slotsOf = (deviceId: string) =>
    Math.round(((late.get(deviceId) ?? 0) * MINUTE_MS) / input.slotMs) || 0;
  const deviceOf = new Map(plant.modules.map(({ id, deviceId }) => [id, deviceId]));
  const modules = input.modules.map((module) => {
    const slots = slotsOf(deviceOf.get(module.moduleId) ?? '');
    if (slots === 0) return module;
    const { powerW, voltageV, currentA } = module;
    return {
      ...module,
      powerW: earlier(powerW, -slots)!,
      voltageV: earlier(voltageV, -slots),
      currentA: earlier(currentA, -slots),
    };
  });
  const devices = input.devices.map((device) => {
    const slots = slotsOf(device.deviceId);
    if (slots === 0) return device;
    const { acVoltageV, temperatureC, statusBits, limitRatio } = device;
    return {
      ...device,
      acVoltageV: earlier(acVoltageV, -slots),
      temperatureC: earlier(temperatureC, -slots),
      statusBits: statusBits && Uint16Array.from(statusBits, (_, slot) => statusBits[slot + slots] ?? 0),
      limitRatio: earlier(limitRatio, -slots),
    };
  });
  return { ...input, modules, devices };
}

/** Relative fluctuations of a power around its mean of an hour; NaN where it is unknown, limited or low. */
function fluctuations(view: DayView, own: readonly Entry[]): Float64Array {
  const power = new Float64Array(view.slots).fill(Number.NaN);
  for (let slot = view.firstLight; slot < view.lastLight; slot++) {
    let sum = 0;
    for (const { module } of own) {
      const value = module.power[slot]!;
      sum += value < LIMITED * module.cap ? value : Number.NaN;
    }
    power[slot] = sum / own.length;
  }
  const half = Math.round(HALF_WINDOW_HOURS / view.hours);
  const result = new Float64Array(view.slots).fill(Number.NaN);
  for (let slot = view.firstLight; slot < view.lastLight; slot++) {
    if (Number.isNaN(power[slot]!) || view.elevationDeg[slot]! < STEEP_DEG) continue;
    let [sum, count] = [0, 0];
    for (let near = Math.max(0, slot - half); near <= slot + half && near < view.slots; near++) {
      if (Number.isNaN(power[near]!)) continue;
      sum += power[near]!;
      count++;
    }
    const mean = sum / count;
    if (count > half && mean > LEAST_POWER) result[slot] = clamp(power[slot]! / mean - 1, -MOST, MOST);
  }
  return result;
}

interface Likeness {
  /** Correlation of the fluctuations. */
  readonly value: number;
  readonly hours: number;
}

/** How alike fluctuations are to those of the others `shift` slots earlier; NaN where the sky does not change. */
function likeness(view: DayView, own: Float64Array, others: Float64Array, shift: number): Likeness {
  let [product, ownSquares, squares, count] = [0, 0, 0, 0];
  for (let slot = view.firstLight; slot < view.lastLight; slot++) {
    const [a, b] = [own[slot + shift] ?? Number.NaN, others[slot]!];
    if (Number.isNaN(a + b)) continue;
    product += a * b;
    ownSquares += a * a;
    squares += b * b;
    count++;
  }
  const isChanging = Math.sqrt(squares / count) >= CHANGING;
  return {
    value: isChanging ? product / Math.sqrt(ownSquares * squares) : Number.NaN,
    hours: count * view.hours,
  };
}

/**
 * Minutes by which the changes of a device come later than those of the others; 0 if they come together, null where neither
 * is clear. A multiple of the length of a slot.
 */
function minutesLate(view: DayView, changes: Float64Array, others: Float64Array): number | null {
  const { value: together, hours } = likeness(view, changes, others, 0);
  if (Number.isNaN(together) || hours < LEAST_HOURS) return null;
  const most = Math.round(MOST_HOURS / view.hours);
  let [best, shift] = [together, 0];
  for (let at = -most; at <= most; at++) {
    const moved = likeness(view, changes, others, at);
    if (moved.value > best && moved.hours >= MOST_OF * hours) [best, shift] = [moved.value, at];
  }
  if (best < ALIKE) return null;
  const minutes = (shift * view.input.slotMs) / MINUTE_MS;
  if (best >= together + BETTER) return minutes;
  return best <= together + UNSURE ? 0 : null;
}

/** Power of a device, W per W: 0 before its first and after its last reading, NaN in gaps. */
function courseOf(view: DayView, own: readonly Entry[]): Float64Array {
  const power = Float64Array.from({ length: view.slots }, (_, slot) =>
    own.reduce((sum, { module }) => sum + module.power[slot]! / own.length, 0),
  );
  const first = power.findIndex((value) => !Number.isNaN(value));
  if (first < 0) return power;
  const last = power.findLastIndex((value) => !Number.isNaN(value));
  return power.fill(0, 0, first).fill(0, last + 1);
}

/**
 * Minutes by which the whole course of a day comes later than that of the others; null if another time does not explain how
 * it differs. Shadows and other orientations move one end of the day, or its middle, but not both ends alike.
 */
function minutesBehind(view: DayView, own: Float64Array, others: Float64Array): number | null {
  const apart = (shift: number): number => {
    let [product, ownSquares, squares] = [0, 0, 0];
    for (let slot = 0; slot < view.slots; slot++) {
      const [a, b] = [own[slot + shift] ?? 0, others[slot]!];
      if (Number.isNaN(a + b)) continue;
      product += a * b;
      ownSquares += a * a;
      squares += b * b;
    }
    return Math.sqrt(Math.max(0, 1 - (product * product) / (ownSquares * squares)));
  };
  const now = apart(0);
  const mean = others.reduce((sum, value) => sum + (value || 0), 0) / (view.lastLight - view.firstLight);
  if (!(now >= APART) || mean < LEAST_MEAN) return null;
  const most = Math.round(MOST_HOURS / view.hours);
  let [least, shift] = [now, 0];
  for (let at = -most; at <= most; at++) {
    const moved = apart(at);
    if (moved < least) [least, shift] = [moved, at];
  }
  const minutes = (shift * view.input.slotMs) / MINUTE_MS;
  if (least > VANISHED * now || Math.abs(minutes) < COURSE_MIN || Math.abs(shift) === most) return null;
  const [ownEnds, otherEnds] = [endsOf(own), endsOf(others)];
  return ownEnds.every((end, i) => (end - otherEnds[i]!) / shift >= ENDS_MOVED) ? minutes : null;
}

/** First and last slot of a day with power. */
const endsOf = (power: Float64Array): readonly number[] => [
  power.findIndex((value) => value > FIRST_POWER),
  power.findLastIndex((value) => value > FIRST_POWER),
];

/**
 * Clocks of devices on a day with a changing sky, or whose courses can be compared. `conditions`: those of the plant, whose open ones about clocks have corrected
 * the readings already ({@link withRightClocks}).
 */
export function deviceClockDay(
  view: DayView,
  entries: readonly Entry[],
  conditions: readonly Condition[],
): Observation[] {
  const byDevice = groupBy(entries, ({ module }) => module.model.deviceId);
  // Under a changing sky, modules that face different ways rise and fall by different shares.
  const groupsOf = ([, own]: [string, readonly Entry[]]) =>
    [...new Set(own.map(({ reference }) => reference.group.key))]
      .toSorted((a, b) => (a < b ? -1 : 1))
      .join('\n');
  return [...groupBy([...byDevice], groupsOf).values()].flatMap((devices) =>
    devices.length < LEAST_DEVICES ? [] : clocksOf(view, devices, conditions),
  );
}

/** Clocks of devices whose modules face the same ways. */
function clocksOf(
  view: DayView,
  devices: readonly (readonly [string, readonly Entry[]])[],
  conditions: readonly Condition[],
): Observation[] {
  const changes = new Map(devices.map(([id, own]) => [id, fluctuations(view, own)]));
  // Under a calm sky, only shadows change the power, and they reach one module after the other.
  const { isCalm } = devices[0]![1][0]!.reference;
  const common = (ids: readonly string[]) =>
    Float64Array.from({ length: view.slots }, (_, slot) =>
      isCalm[slot] === 1 ? Number.NaN : medianOf(ids.map((id) => changes.get(id)![slot]!)),
    );
  const courses = new Map(devices.map(([id, own]) => [id, courseOf(view, own)]));
  const commonCourse = (ids: readonly string[]) =>
    Float64Array.from({ length: view.slots }, (_, slot) =>
      medianOf(ids.map((id) => courses.get(id)![slot]!)),
    );
  const ids = [...changes.keys()];
  const isMany = ids.length > FEW_DEVICES;
  const all = isMany ? common(ids) : null;
  const course = isMany ? commonCourse(ids) : null;
  const result: Observation[] = [];
  for (const [deviceId, own] of devices) {
    const others = isMany ? ids : ids.filter((id) => id !== deviceId);
    const minutes =
      minutesLate(view, changes.get(deviceId)!, all ?? common(others)) ??
      minutesBehind(view, courses.get(deviceId)!, course ?? commonCourse(others));
    const known = conditions.find((one) => isDeviceClock(one) && one.subjectId === deviceId);
    if (minutes === null || (Math.abs(minutes) < LEAST_MIN && !known)) continue;
    const isKnown = known !== undefined && isOpen(known);
    const measured = isKnown ? minutesLateOf(known) + minutes : minutes;
    const late = STEP_MIN * Math.round(measured / STEP_MIN);
    // Clouds that look alike an hour apart by chance do so by another time on the next day.
    const isSame = known === undefined || isKnown || Math.abs(minutesLateOf(known) - measured) <= SAME_MIN;
    result.push({
      cause: 'clock',
      scope: 'device',
      subjectId: deviceId,
      moduleIds: own.map(({ module }) => module.model.id),
      isPresent: Math.abs(late) >= LEAST_MIN && isSame,
      probability: 0.85,
      lostWh: 0,
      evidence: [{ name: 'minutesLate', value: late, unit: 'min' }],
    });
  }
  // Where half of the devices differ from their median, no majority shows the right time.
  const wrong = result.filter(({ isPresent }) => isPresent).length;
  return wrong * 2 >= devices.length ? [] : result;
}

/** Leaves the days with a wrong clock before it was recognized out of what is normal for the modules of its device. */
export function dropDaysOfDevices(view: DayView, { conditions, modules }: EngineState): void {
  for (const one of conditions) {
    if (!isDeviceClock(one) || one.detectedMs !== view.endMs) continue;
    for (const id of one.moduleIds) {
      const track = modules.get(id)?.track;
      for (const row of track ? rowsSince(track, one.sinceDay) : []) addFlags(track!, row, FLAG.odd);
    }
  }
}
