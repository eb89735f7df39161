// Commissioning checks of a plant, from facts supplied by the caller. Pure. Every result has a reason, which determines
// whether the check passed.
import { DAY_MS } from './duration.ts';

export const checkKeys = [
  'modules',
  'voltages',
  'position',
  'planes',
  'layout',
  'meter',
  'trouble',
  'swapped',
] as const;
export type CheckKey = (typeof checkKeys)[number];

export const checkResults = ['ok', 'not', 'unknown'] as const;
/** `unknown`: undetermined. */
export type CheckResult = (typeof checkResults)[number];

/** All reasons by check. `never`: cannot be decided even with more data, so it does not block submission. */
export const checkReasons = {
  'modules.ok': 'ok',
  'modules.none': 'not',
  'modules.missing': 'not',
  'modules.whole': 'never',
  'voltages.ok': 'ok',
  'voltages.range': 'not',
  'voltages.low': 'not',
  'voltages.none': 'unknown',
  'position.ok': 'ok',
  'position.none': 'not',
  'position.zone': 'not',
  'planes.ok': 'ok',
  'planes.none': 'not',
  'planes.missing': 'not',
  'planes.away': 'unknown',
  'layout.ok': 'ok',
  'layout.none': 'not',
  'layout.missing': 'not',
  'layout.noSerial': 'not',
  'meter.ok': 'ok',
  'meter.none': 'ok',
  'meter.turned': 'not',
  'meter.few': 'unknown',
  'trouble.ok': 'ok',
  'trouble.found': 'not',
  'trouble.silent': 'not',
  'trouble.young': 'unknown',
  'swapped.ok': 'ok',
  'swapped.suspect': 'not',
  'swapped.onePlane': 'never',
  'swapped.alike': 'never',
  'swapped.noLight': 'unknown',
} as const satisfies Readonly<Record<`${CheckKey}.${string}`, CheckResult | 'never'>>;
export type CheckReason = keyof typeof checkReasons;

export interface Check {
  readonly reason: CheckReason;
  /** Affected devices, modules or arrays, at most `NAMED` of them. */
  readonly names: readonly string[];
  /** All of them. */
  readonly count: number;
  /** Other values in the text. */
  readonly values: Readonly<Record<string, string | number>>;
}

/** Most names in one result, to keep the text short. */
const NAMED = 6;

/** An answer with its reason. */
export const checkOf = (
  reason: CheckReason,
  names: readonly string[] = [],
  values: Check['values'] = {},
): Check => ({ reason, names: names.slice(0, NAMED), count: names.length, values });

export const keyOfCheck = ({ reason }: Check): CheckKey => reason.split('.')[0] as CheckKey;

export function resultOfCheck({ reason }: Check): CheckResult {
  const result = checkReasons[reason];
  return result === 'never' ? 'unknown' : result;
}

/** Whether submitting the plant with this check requires a stated reason. */
export const isOpenCheck = ({ reason }: Check): boolean =>
  checkReasons[reason] === 'not' || checkReasons[reason] === 'unknown';

/** A module where it is wired; one of no number is the whole of its inverter. */
export interface CheckedModule {
  readonly name: string;
  /** Its input has reported. */
  readonly isSeen: boolean;
  /** Its inverter reports several modules as one. */
  readonly isWhole: boolean;
  readonly arrayId: number | null;
  readonly isDrawn: boolean;
  /** The usual DC voltage of a day in V; null: none was reported, or it is no module alone at its input. */
  readonly voltageV: number | null;
}

export function modulesCheck(modules: readonly CheckedModule[]): Check {
  if (modules.length === 0) return checkOf('modules.none');
  const missing = modules.filter(({ isSeen }) => !isSeen);
  if (missing.length > 0) return checkOf('modules.missing', namesOf(missing));
  const whole = modules.filter(({ isWhole }) => isWhole);
  return whole.length > 0 ? checkOf('modules.whole', namesOf(whole)) : checkOf('modules.ok');
}

const namesOf = (modules: readonly CheckedModule[]) => modules.map(({ name }) => name);

/** Modules of 48 to 144 cells work within this, V: less is a short circuit or a wire, more are two in a row. */
export const voltageRange = { from: 16, to: 65 } as const;
/** One of three bypass diodes takes a third of the voltage; types of modules differ by less than this. */
const LOW_SHARE = 0.78;
/** Fewest siblings for a median comparison. */
const SIBLINGS = 3;

export function voltagesCheck(modules: readonly CheckedModule[]): Check {
  const measured = modules.flatMap(({ name, voltageV }) => (voltageV === null ? [] : [{ name, voltageV }]));
  if (measured.length === 0) return checkOf('voltages.none');
  const nameOf = (list: typeof measured) => list.map(({ name, voltageV }) => `${name} (${voltageV} V)`);
  const outside = measured.filter(
    ({ voltageV }) => voltageV < voltageRange.from || voltageV > voltageRange.to,
  );
  if (outside.length > 0) return checkOf('voltages.range', nameOf(outside), voltageRange);
  const volts = measured.map(({ voltageV }) => voltageV).sort((a, b) => a - b);
  const low = measured.filter(({ voltageV }) => voltageV < LOW_SHARE * middleOf(volts));
  if (volts.length > SIBLINGS && low.length > 0) return checkOf('voltages.low', nameOf(low));
  return checkOf('voltages.ok', [], { from: volts[0]!, to: volts.at(-1)! });
}

/** The middle one of numbers in order; 0 of none. */
export const middleOf = (sorted: readonly number[]): number => sorted[Math.floor(sorted.length / 2)] ?? 0;

export interface CheckedArray {
  readonly id: number;
  readonly name: string;
  readonly tiltDeg: number;
  /** Clockwise from north. */
  readonly azimuthDeg: number;
}

/** Below this tilt, an array receives sun at any azimuth. */
const FLAT_DEG = 15;
/** So near to the pole it faces away. */
const POLE_DEG = 50;

/** Checks the arrays of the modules against the position of the sun at `latitude` (null: unknown). */
export function arraysCheck(
  modules: readonly CheckedModule[],
  arrays: readonly CheckedArray[],
  latitude: number | null,
): Check {
  if (arrays.length === 0) return checkOf('planes.none');
  const missing = modules.filter(({ arrayId: planeId }) => planeId === null);
  if (missing.length > 0) return checkOf('planes.missing', namesOf(missing));
  const pole = latitude !== null && latitude < 0 ? 180 : 0;
  const away = arrays.filter(({ tiltDeg, azimuthDeg }) => {
    const turned = Math.abs(((azimuthDeg - pole + 540) % 360) - 180);
    return tiltDeg > 90 || (latitude !== null && tiltDeg > FLAT_DEG && turned < POLE_DEG);
  });
  if (away.length === 0) return checkOf('planes.ok');
  return checkOf(
    'planes.away',
    away.map(({ name, tiltDeg, azimuthDeg }) => `${name} (${tiltDeg}° / ${azimuthDeg}°)`.trim()),
  );
}

/** `emptyPlaces`: drawn, and no input is wired to them. */
export function layoutCheck(modules: readonly CheckedModule[], emptyPlaces: number): Check {
  const missing = modules.filter(({ isDrawn }) => !isDrawn);
  if (missing.length === modules.length && emptyPlaces === 0) return checkOf('layout.none');
  if (missing.length > 0) return checkOf('layout.missing', namesOf(missing));
  return emptyPlaces > 0 ? checkOf('layout.noSerial', [], { places: emptyPlaces }) : checkOf('layout.ok');
}

/** A quarter of an hour at the meter, W: from the grid, what was made (0 at night), out of the battery. */
export interface MeterStep {
  readonly gridW: number;
  readonly madeW: number;
  readonly batteryW: number;
}

/** Below this grid power, W, the sign of the meter is not evaluated. */
const METER_SPEAKS_W = 50;
/** Two hours of quarters. */
const METER_STEPS = 8;
/** Clocks of meters and inverters differ, so now and then a right one looks wrong. */
const WRONG_SHARE = 0.2;

/**
 * Consumption is production plus import plus battery discharge. A negative result means that the meter is
 * reversed.
 */
export function meterCheck(hasMeter: boolean, steps: readonly MeterStep[]): Check {
  if (!hasMeter) return checkOf('meter.none');
  const speaking = steps.filter(({ gridW }) => Math.abs(gridW) >= METER_SPEAKS_W);
  if (speaking.length < METER_STEPS) return checkOf('meter.few');
  const wrong = speaking.filter(({ gridW, madeW, batteryW }) => gridW + madeW + batteryW < -METER_SPEAKS_W);
  return checkOf(wrong.length > WRONG_SHARE * speaking.length ? 'meter.turned' : 'meter.ok');
}

export interface ReportFacts {
  readonly nowMs: number;
  /** First and newest report of the plant, ms; null: none. */
  readonly firstAtMs: number | null;
  readonly lastAtMs: number | null;
  /** Devices with issues or faults in the last 24 h. */
  readonly names: readonly string[];
}

export function reportsCheck({ nowMs, firstAtMs, lastAtMs, names }: ReportFacts): Check {
  if (names.length > 0) return checkOf('trouble.found', names);
  if (firstAtMs === null || lastAtMs === null || nowMs - firstAtMs < DAY_MS) return checkOf('trouble.young');
  return checkOf(nowMs - lastAtMs >= DAY_MS ? 'trouble.silent' : 'trouble.ok');
}
