// How far the season moves the power of an array against its model when its orientation is entered with an error. Grazing
// light depends most on it: an array that the sun leaves seems to lose power day by day, as dust would make it.
import type { ArrayModel } from '../types.ts';
import { type SunPath, sunPathOn } from './sunPath.ts';
import { dayOfRow, SECTORS, TRACK_DAYS, type Track } from './track.ts';

/** Usual errors of entered orientations, degrees. */
const TILT_ERROR_DEG = 2.5;
const AZIMUTH_ERROR_DEG = 4;
/** Errors of the azimuth where another orientation suits the clear days better than the entered one, degrees. */
const IMPLAUSIBLE_DEG = [-90, -45, 45, 90, 180] as const;
/** Rows between two days for which the effect of these errors is calculated; it is a straight line in between. */
const STEP = 6;
/** Elevation of the sun in degrees from which a sector counts, and cosine of the incidence below which its light is grazing. */
const LEAST_DEG = 12;
const FRONTAL = 0.4;
/** Diffuse light in relation to direct light at normal incidence: it hardly depends on the orientation. */
const DIFFUSE = 0.12;
/** Absorption of direct light in the atmosphere at a sine of elevation of 1. */
const DEPTH = 0.3;

const RAD = Math.PI / 180;

/** Drift (logarithm, positive) that errors of the orientation can cause from one row to another. */
export type Drift = (fromRow: number, toRow: number) => number;

interface Facing {
  readonly tiltDeg: number;
  /** From the meridian towards the equator, positive in the afternoon. */
  readonly bearingDeg: number;
}

/** Cosine of the incidence of direct light on an array at a sector; negative behind it. */
function incidenceAt(
  { bearing, elevation }: SunPath,
  sector: number,
  { tiltDeg, bearingDeg }: Facing,
): number {
  const height = elevation[sector]! * RAD;
  const [tilt, turn] = [tiltDeg * RAD, (bearing[sector]! - bearingDeg) * RAD];
  return Math.sin(height) * Math.cos(tilt) + Math.cos(height) * Math.sin(tilt) * Math.cos(turn);
}

/** Logarithm of the clear-sky energy that an array gets in the sectors in which another orientation has frontal light. */
function energyLn(path: SunPath, facing: Facing, chosen: Facing): number {
  let energy = 0;
  for (let sector = 0; sector < SECTORS; sector++) {
    if (path.elevation[sector]! < LEAST_DEG || incidenceAt(path, sector, chosen) < FRONTAL) continue;
    const normal = Math.exp(-DEPTH / Math.sin(path.elevation[sector]! * RAD));
    energy += normal * Math.max(0, incidenceAt(path, sector, facing)) + DIFFUSE;
  }
  return energy > 0 ? Math.log(energy) : Number.NaN;
}

/**
 * Change of the energy (logarithm) on a day by usual errors of tilt and azimuth, and by large ones if they are possible; NaN
 * without frontal light.
 */
function effectsOn(
  latitudeDeg: number,
  day: number,
  facing: Facing,
  isImplausible: boolean,
): readonly number[] {
  const path = sunPathOn(latitudeDeg, day);
  const { tiltDeg, bearingDeg } = facing;
  const tilted = (by: number) => energyLn(path, { tiltDeg: tiltDeg + by, bearingDeg }, facing);
  const turned = (by: number) => energyLn(path, { tiltDeg, bearingDeg: bearingDeg + by }, facing);
  return [
    (tilted(TILT_ERROR_DEG) - tilted(-TILT_ERROR_DEG)) / 2,
    (turned(AZIMUTH_ERROR_DEG) - turned(-AZIMUTH_ERROR_DEG)) / 2,
    ...(isImplausible ? IMPLAUSIBLE_DEG.map((by) => turned(by) - turned(0)) : []),
  ];
}

/**
 * What errors of the entered orientation can do to the index of an array between two rows of its track. `isImplausible`: the
 * array may face another way altogether.
 */
export function seasonalDrift(
  latitudeDeg: number,
  { tiltDeg, azimuthDeg }: Pick<ArrayModel, 'tiltDeg' | 'azimuthDeg'>,
  track: Pick<Track, 'lastDay' | 'bytes'>,
  isImplausible = false,
): Drift {
  if (tiltDeg === null || azimuthDeg === null) return () => 0;
  const bearingDeg = latitudeDeg < 0 ? -azimuthDeg : azimuthDeg - 180;
  const known = new Map<number, readonly number[]>();
  const effectsAt = (row: number): readonly number[] => {
    const day = dayOfRow(track, row);
    const effects = known.get(row) ?? effectsOn(latitudeDeg, day, { tiltDeg, bearingDeg }, isImplausible);
    known.set(row, effects);
    return effects;
  };
  const between = (row: number): number[] => {
    const before = Math.floor(row / STEP) * STEP;
    const after = Math.min(TRACK_DAYS - 1, before + STEP);
    const [from, to] = [effectsAt(before), effectsAt(after)];
    const share = after === before ? 0 : (row - before) / (after - before);
    return from.map((effect, i) => effect + (to[i]! - effect) * share);
  };
  return (fromRow, toRow) => {
    const start = between(fromRow);
    const [tilted, turned, ...large] = between(toRow).map((effect, i) => effect - start[i]!);
    const drift = Math.max(Math.hypot(tilted!, turned!), ...large.map(Math.abs));
    // Without frontal light nothing is known of the array.
    return Number.isNaN(drift) ? Number.POSITIVE_INFINITY : drift;
  };
}
