// Snapping of a dragged group: to the edges and gaps of its neighbors, else to the grid. Pure functions.
import { type Box, boundingBox, boxOf, type ModuleSize, type Place } from './places.ts';

export interface SnapOptions {
  /** Snapping distance to neighbors in meters. */
  reachM: number;
  /** Grid spacing in meters; 0 for none. */
  gridM: number;
  /** Distance between neighbors in meters. */
  gapM: number;
}

export interface Snap {
  dx: number;
  dy: number;
  /** Position of the active snap lines in meters; undefined for none. */
  lineX?: number;
  lineY?: number;
}

type Side = 'left' | 'right' | 'top' | 'bottom';

/** Snap lines of an edge: aligned with the same edge of a neighbor, or adjacent to it with a gap. */
function bestOf(
  box: Box,
  by: number,
  sides: readonly [Side, Side],
  neighbors: readonly Box[],
  { reachM, gapM }: SnapOptions,
): { by: number; line: number } | undefined {
  const [low, high] = sides;
  let best: { by: number; line: number } | undefined;
  let distance = reachM;
  const offer = (edge: number, line: number) => {
    const off = line - (edge + by);
    if (Math.abs(off) >= distance) return;
    distance = Math.abs(off);
    best = { by: by + off, line };
  };
  for (const other of neighbors) {
    offer(box[low], other[low]);
    offer(box[high], other[high]);
    offer(box[low], other[high] + gapM);
    offer(box[high], other[low] - gapM);
  }
  return best;
}

/** Neighbors beyond this distance do not affect snapping. */
const NEIGHBOURHOOD_M = 6;

/**
 * The move of `dragged` by (dx, dy), snapped to neighbors within reach, else to the grid. `others` are the fixed
 * positions.
 */
export function snapped(
  dragged: readonly Place[],
  others: readonly Place[],
  move: { dx: number; dy: number },
  size: ModuleSize,
  options: SnapOptions,
): Snap {
  const box = boundingBox(dragged, size);
  if (!box) return move;
  const near = others
    .map((place) => boxOf(place, size))
    .filter(
      (other) =>
        other.left < box.right + move.dx + NEIGHBOURHOOD_M &&
        other.right > box.left + move.dx - NEIGHBOURHOOD_M &&
        other.top < box.bottom + move.dy + NEIGHBOURHOOD_M &&
        other.bottom > box.top + move.dy - NEIGHBOURHOOD_M,
    );
  const x = bestOf(box, move.dx, ['left', 'right'], near, options);
  const y = bestOf(box, move.dy, ['top', 'bottom'], near, options);
  const onGrid = (edge: number, by: number) =>
    options.gridM > 0 ? Math.round((edge + by) / options.gridM) * options.gridM - edge : by;
  return {
    dx: x?.by ?? onGrid(box.left, move.dx),
    dy: y?.by ?? onGrid(box.top, move.dy),
    ...(x ? { lineX: x.line } : {}),
    ...(y ? { lineY: y.line } : {}),
  };
}
