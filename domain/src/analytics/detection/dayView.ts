// What all modules of a plant share on a day: sun, clear sky, time.
import { HOUR_MS, MINUTE_MS } from '../../duration.ts';
import { dayNumber } from '../../periods.ts';
import { type ExpectedArray, type ExpectedDay, expectedDay } from '../irradiance/expectedDay.ts';
import type { PlantDayInput, PlantModel } from '../types.ts';
import { outsideAt } from './clockShift.ts';
import { sectorOf } from './track.ts';

export interface DayView {
  readonly plant: PlantModel;
  readonly input: PlantDayInput;
  readonly day: number;
  /** Slots that are evaluated. */
  readonly slots: number;
  /** Length of a slot in hours. */
  readonly hours: number;
  readonly endMs: number;
  readonly expected: ExpectedDay;
  /** Elevation of the sun in degrees. */
  readonly elevationDeg: Float64Array;
  /** Sector of the slot by hour angle; -1 outside. */
  readonly sector: Int8Array;
  /** First slot with the sun above 5 degrees and the one after the last; equal if there is none. */
  readonly firstLight: number;
  readonly lastLight: number;
}

/** Elevation in degrees below which measurements are not compared. */
const LIGHT_DEG = 5;

/** A slot length and number that a day can have; anything else counts as no slots. */
const usableSlots = ({ slots, slotMs, startMs }: PlantDayInput): number =>
  Number.isInteger(slots) && slots > 0 && slots <= 3000 && slotMs > 0 && Number.isFinite(startMs) ? slots : 0;

/**
 * What the modules of a plant share on a day. `lateMin`: minutes by which the timestamps of its readings are late; sun, weather
 * and plants nearby are those of the instants at which the readings were taken. Slots and `input.startMs` stay as recorded.
 */
export function dayView(plant: PlantModel, recorded: PlantDayInput, lateMin = 0): DayView {
  const slots = usableSlots(recorded);
  const input =
    slots > 0 ? outsideAt(recorded, Math.round((lateMin * MINUTE_MS) / recorded.slotMs)) : recorded;
  const expected = expectedDay(plant, { ...input, slots, startMs: input.startMs - lateMin * MINUTE_MS });
  const elevationDeg = new Float64Array(slots);
  const sector = new Int8Array(slots);
  let firstLight = 0;
  let lastLight = 0;
  for (let slot = 0; slot < slots; slot++) {
    elevationDeg[slot] = 90 - expected.sun.zenithDeg[slot]!;
    sector[slot] = sectorOf(expected.sun.hourAngleDeg[slot]!);
    if (elevationDeg[slot]! > LIGHT_DEG) {
      if (lastLight === 0) firstLight = slot;
      lastLight = slot + 1;
    }
  }
  return {
    plant,
    input,
    slots,
    expected,
    elevationDeg,
    sector,
    firstLight,
    lastLight,
    day: dayNumber(input.day),
    hours: input.slotMs / HOUR_MS,
    endMs: input.startMs + slots * input.slotMs,
  };
}

/** The clear-sky values of an array, or of the assumed one. */
export const clearOf = ({ expected }: DayView, arrayId: string | null): ExpectedArray =>
  expected.arrays.get(arrayId) ?? expected.arrays.get(null)!;
