// Compact history of one module or array: a row of bytes per local day, newest last.
//
// Ratios are relative to the reference of the peer group (array tracks: to the clear sky). They are kept as they were
// measured; what is normal is derived from the rows themselves (baseline.ts), so a correction never rewrites history.
import { packBytes, unpackBytes } from './pack.ts';
import { clamp } from './stats.ts';

/** Days that are kept. */
export const TRACK_DAYS = 60;
/** Sectors of the day by hour angle, each of 7.5 degrees (30 minutes of solar time), from -90 to 90 degrees. */
export const SECTORS = 24;
export const SECTOR_DEG = 7.5;

/** Sector of an hour angle in degrees; -1 outside. */
export function sectorOf(hourAngleDeg: number): number {
  const sector = Math.floor((hourAngleDeg + 90) / SECTOR_DEG);
  return sector >= 0 && sector < SECTORS ? sector : -1;
}

/** Bytes of a row before its sectors. */
const HEAD = 20;
const ROW = HEAD + SECTORS;

/** 16-bit fields and their steps per unit; 0 is unknown. */
export const WIDE = {
  /** Produced energy, Wh per W of rating. */
  actual: { at: 1, steps: 4000 },
  /** Expected energy under the irradiance of the day if nothing is wrong, Wh per W. */
  expected: { at: 3, steps: 4000 },
  /** Power over reference in all usable slots, weighted by energy. */
  ratio: { at: 5, steps: 20000 },
  /** The same in slots without direct light. */
  diffuse: { at: 7, steps: 20000 },
  /** DC voltage over that of the group. */
  voltage: { at: 9, steps: 20000 },
  /** Energy of a healthy module of the group, Wh per W. */
  reference: { at: 16, steps: 4000 },
} as const;
export type WideField = keyof typeof WIDE;

/** 8-bit fields: value = (byte - zero) / steps; 0 is unknown. */
export const NARROW = {
  /**
   * Of modules: loss fraction per unit of normalised power, what a series resistance causes. Of arrays: change of the
   * logarithm of calm sunshine per air mass, what haze causes.
   */
  slope: { at: 11, zero: 128, steps: 200 },
  /** The same of the voltage. */
  voltageSlope: { at: 12, zero: 128, steps: 200 },
  /** Energy of the reference over that of a clear day. */
  bright: { at: 13, zero: 1, steps: 150 },
  /** Highest temperature of the device, °C. */
  temperature: { at: 14, zero: 51, steps: 1 },
  /** Of modules: share of the reference energy in slots where they gave nothing. */
  dark: { at: 15, zero: 1, steps: 200 },
  /** Of arrays, in the same byte: share of the energy that was produced at a limit. */
  limited: { at: 15, zero: 1, steps: 200 },
} as const;
export type NarrowField = keyof typeof NARROW;

export const FLAG = {
  /** Anything is known of the day. */
  seen: 1,
  /** Complete and bright enough to be compared. */
  good: 2,
  /** Left out of baselines: outage, snow, an open finding. */
  odd: 4,
  /** Snow may have lain on it. */
  snow: 8,
  /** Incomplete. */
  partial: 16,
  /** A finding on the module has counted its loss. */
  counted: 32,
} as const;

const SECTOR_STEPS = 160;
/** Natural logarithm of a sector byte; NaN of 0. */
const LN_OF_BYTE = Float64Array.from({ length: 256 }, (_, byte) =>
  byte === 0 ? Number.NaN : Math.log(byte / SECTOR_STEPS),
);

/** Ratio of a sector byte; NaN of 0. */
const RATIO_OF_BYTE = LN_OF_BYTE.map(Math.exp);

export interface Track {
  /** Number of the newest day; null while empty. */
  lastDay: number | null;
  /** `TRACK_DAYS` rows, oldest first. */
  readonly bytes: Uint8Array;
}

export const emptyTrack = (): Track => ({ lastDay: null, bytes: new Uint8Array(TRACK_DAYS * ROW) });

/** A stored track; empty if the text or the day is not usable. */
export function unpackTrack(lastDay: unknown, text: unknown): Track {
  const track = emptyTrack();
  const stored = unpackBytes(text);
  if (typeof lastDay !== 'number' || !Number.isInteger(lastDay) || stored.length % ROW !== 0) return track;
  if (stored.length > track.bytes.length || stored.length === 0) return track;
  track.bytes.set(stored, track.bytes.length - stored.length);
  track.lastDay = lastDay;
  return track;
}

/** Text of a track, without the empty rows at its beginning. */
export function packTrack(track: Track): string {
  let first = 0;
  while (first < TRACK_DAYS && track.bytes[first * ROW] === 0) first++;
  return packBytes(track.bytes.subarray(first * ROW));
}

/** Makes `day` the newest row, empty. Days before the newest one are refused. */
export function advanceTrack(track: Track, day: number): boolean {
  if (track.lastDay !== null) {
    const step = day - track.lastDay;
    if (step <= 0) return false;
    if (step >= TRACK_DAYS) track.bytes.fill(0);
    else {
      track.bytes.copyWithin(0, step * ROW);
      track.bytes.fill(0, (TRACK_DAYS - step) * ROW);
    }
  }
  track.lastDay = day;
  return true;
}

export const flagsAt = (track: Track, row: number): number => track.bytes[row * ROW]!;

export function addFlags(track: Track, row: number, flags: number): void {
  track.bytes[row * ROW] = track.bytes[row * ROW]! | flags;
}

export function removeFlags(track: Track, row: number, flags: number): void {
  track.bytes[row * ROW] = track.bytes[row * ROW]! & ~flags;
}

/** Value of a 16-bit field; NaN if unknown. */
export function wideAt(track: Track, row: number, field: WideField): number {
  const { at, steps } = WIDE[field];
  const from = row * ROW + at;
  const word = (track.bytes[from]! << 8) | track.bytes[from + 1]!;
  return word === 0 ? Number.NaN : (word - 1) / steps;
}

export function setWide(track: Track, row: number, field: WideField, value: number): void {
  const { at, steps } = WIDE[field];
  const word = Number.isFinite(value) ? clamp(Math.round(value * steps), 0, 65534) + 1 : 0;
  track.bytes[row * ROW + at] = word >> 8;
  track.bytes[row * ROW + at + 1] = word & 255;
}

/** Value of an 8-bit field; NaN if unknown. */
export function narrowAt(track: Track, row: number, field: NarrowField): number {
  const { at, zero, steps } = NARROW[field];
  const byte = track.bytes[row * ROW + at]!;
  return byte === 0 ? Number.NaN : (byte - zero) / steps;
}

export function setNarrow(track: Track, row: number, field: NarrowField, value: number): void {
  const { at, zero, steps } = NARROW[field];
  track.bytes[row * ROW + at] = Number.isFinite(value) ? clamp(Math.round(value * steps) + zero, 1, 255) : 0;
}

/** Logarithm of the ratio in a sector; NaN if unknown. */
export const sectorLnAt = (track: Track, row: number, sector: number): number =>
  LN_OF_BYTE[track.bytes[row * ROW + HEAD + sector]!]!;

/** Ratio in a sector; NaN if unknown. */
export const sectorRatioAt = (track: Track, row: number, sector: number): number =>
  RATIO_OF_BYTE[track.bytes[row * ROW + HEAD + sector]!]!;

export function setSector(track: Track, row: number, sector: number, ratio: number): void {
  track.bytes[row * ROW + HEAD + sector] = Number.isFinite(ratio)
    ? clamp(Math.round(ratio * SECTOR_STEPS), 1, 255)
    : 0;
}

/** Day number of a row. */
export const dayOfRow = (track: Track, row: number): number => (track.lastDay ?? 0) - (TRACK_DAYS - 1) + row;

/** Row of a day number; -1 where the track does not reach. */
export function rowOfDay(track: Track, day: number): number {
  const row = day - (track.lastDay ?? 0) + TRACK_DAYS - 1;
  return track.lastDay !== null && row >= 0 && row < TRACK_DAYS ? row : -1;
}
