// How probable it is that shade is new, by when and how its window darkened.
import type { ShadeWindow } from './shade.ts';
import { bearingAt, declinationOn, elevationAt, hourAngleOf } from './sunPath.ts';
import { SECTOR_DEG } from './track.ts';

/** Prior odds that a loss beginning in a window is something new rather than permanent shade that the season reaches. */
const PRIOR_ODDS = 0.25;
/** The same for shade that grows, in relation to something put up. */
const GROWING_ODDS = 0.3;
/** Chance that shade on that many days with a path of the sun that was free before is permanent. */
const REPEATED = 0.05;
const REPEATED_DAYS = 3;
/** Probability from which shade is certainly new. */
export const SURE = 0.75;
/** Share of its later loss that shade must have on its first whole days to have begun on one day. */
const MOST_CREEPING = 0.75;
/** Days with a part of the loss before all of it: an edge crosses the window. */
const PARTIAL_DAYS = 3;
/** Share from which it was complete on its first day, days needed to say so, and odds in favor of new shade. */
const STEADY_SHARE = 0.92;
const STEADY_DAYS = 5;
const STEADY_ODDS = 3;
/** Edges of obstacles lie along the path of the sun more often than at random: roofs and walls are level. */
const ALIGNED = 2.5;

/**
 * Probability that the shade is new. An obstacle that was always there has fixed edges, and from day to day the path of
 * the sun shifts sideways by the change of declination, d. An edge that crosses the path at a random angle moves along the
 * path by d times the cotangent of that angle, so the chance that a window of length L fills while the path shifts by d is
 * (2 / pi) atan(d / L); edges are rather aligned with the path, which multiplies d. The window must have filled immediately,
 * or its sectors together. While the sun climbs, level edges can only free a module: upright ones remain.
 */
export function newShadeProbability(
  window: ShadeWindow,
  latitudeDeg: number,
  dayOf: (row: number) => number,
): number {
  if (window.rowBefore < 0 || window.hasMoved) return 0;
  const fromDay = dayOf(window.rowBefore);
  const toDay = dayOf(window.row);
  const perDay = Math.abs(declinationOn(toDay + 5) - declinationOn(toDay - 5)) / 10;
  const sectors = window.lastSector - window.firstSector + 1;
  const shift = (days: number) => ALIGNED * (perDay * Math.max(1, days) + 0.02);
  const chance = (days: number, length: number) => (2 / Math.PI) * Math.atan(shift(days) / length);
  const days = Number.isNaN(window.crossingDays)
    ? window.isSlow
      ? 365
      : toDay - fromDay
    : window.crossingDays;
  const isLevel = fillsByLevelEdge(window, latitudeDeg, toDay, days);
  const filled = Math.max(
    isLevel ? LEVEL_SHARE : 0,
    chance(days, Number.isNaN(window.crossingDays) ? SECTOR_DEG : Math.max(1, sectors - 1) * SECTOR_DEG),
  );
  const isRepeated = window.repeatedDays >= REPEATED_DAYS;
  // Something put up is as dark on its first day as later. An edge that the season moves darkens a window over days.
  const isCreeping = window.firstShare < MOST_CREEPING || window.partialDays >= PARTIAL_DAYS;
  const edges = climbing(window, latitudeDeg, toDay);
  const permanent = isRepeated ? REPEATED : isCreeping ? edges : filled * edges;
  const isSudden = window.isAtOnce && !window.isFromNeighbors && !isCreeping;
  const prior = PRIOR_ODDS * (isSudden || isRepeated ? 1 : GROWING_ODDS);
  // An edge that comes from the sector next to it is a step in each sector, too.
  const isSteady = window.days >= STEADY_DAYS && window.firstShare >= STEADY_SHARE && !window.isFromNeighbors;
  const probability = probabilityOf(prior / permanent);
  const steady = isSteady ? probabilityOf((STEADY_ODDS * prior) / permanent) : probability;
  // Steadiness counts only if it makes the shade certain: with a step in the reference of a group, shade looks steady, too.
  return steady >= SURE ? steady : probability;
}

/** Share of upper edges that are level. */
const LEVEL_SHARE = 0.6;

/**
 * Whether the sun sank within the days in which a window darkened by as much as its path rises and falls in the window: around
 * noon the path is level, and a level edge that was always there covers all of it within a few days.
 */
function fillsByLevelEdge(window: ShadeWindow, latitudeDeg: number, day: number, days: number): boolean {
  const [from, to] = [window.firstSector, window.lastSector].map(hourAngleOf) as [number, number];
  const angles = [from - SECTOR_DEG / 2, to + SECTOR_DEG / 2];
  if (angles[0]! < 0 && angles[1]! > 0) angles.push(0);
  const elevations = angles.map((angle) => elevationAt(latitudeDeg, declinationOn(day), angle));
  const middle = (from + to) / 2;
  const sank =
    elevationAt(latitudeDeg, declinationOn(day - days), middle) -
    elevationAt(latitudeDeg, declinationOn(day), middle);
  return sank > 0 && sank >= Math.max(...elevations) - Math.min(...elevations);
}

const probabilityOf = (odds: number): number => odds / (1 + odds);

/** Share of edges that can begin to shade: 1 while the sun sinks from day to day, that of upright edges while it climbs. */
function climbing(window: ShadeWindow, latitudeDeg: number, day: number): number {
  const middle = (hourAngleOf(window.firstSector) + hourAngleOf(window.lastSector)) / 2;
  const before = declinationOn(day - 5);
  const after = declinationOn(day + 5);
  const climb = elevationAt(latitudeDeg, after, middle) - elevationAt(latitudeDeg, before, middle);
  if (climb < 0.4 * Math.abs(after - before)) return 1;
  const declination = declinationOn(day);
  const rise =
    elevationAt(latitudeDeg, declination, middle + 1) - elevationAt(latitudeDeg, declination, middle - 1);
  const elevation = elevationAt(latitudeDeg, declination, middle);
  const turn =
    (bearingAt(latitudeDeg, declination, middle + 1) - bearingAt(latitudeDeg, declination, middle - 1)) *
    Math.cos((elevation * Math.PI) / 180);
  return 0.15 + (0.85 * Math.abs(rise)) / Math.hypot(rise, turn);
}
