// The view of a plan on a canvas. Pure functions.
import type { Box, Point } from './places.ts';

export interface View {
  /** Upper left corner in meters. */
  x: number;
  y: number;
  /** Pixels per meter. */
  scale: number;
}

export const LEAST_SCALE = 1.5;
export const MOST_SCALE = 400;

export const toPlan = ({ x, y, scale }: View, at: Point): Point => ({
  x: x + at.x / scale,
  y: y + at.y / scale,
});

export const toScreen = ({ x, y, scale }: View, at: Point): Point => ({
  x: (at.x - x) * scale,
  y: (at.y - y) * scale,
});

export const panned = (view: View, dxPx: number, dyPx: number): View => ({
  ...view,
  x: view.x - dxPx / view.scale,
  y: view.y - dyPx / view.scale,
});

/** Zooms by a factor around the pixel `at`. */
export function zoomed(view: View, factor: number, at: Point): View {
  const scale = Math.min(MOST_SCALE, Math.max(LEAST_SCALE, view.scale * factor));
  const fixed = toPlan(view, at);
  return { scale, x: fixed.x - at.x / scale, y: fixed.y - at.y / scale };
}

/** px */
interface Canvas {
  width: number;
  height: number;
  /** Kept free at the top, since something lies above it there; 0. */
  headPx?: number;
}

/** Centers a box on a canvas with a margin; an empty plan shows 20 m. */
export function fitted(box: Box | null, canvas: Canvas, mostScale = 90): View {
  const { left, top, right, bottom } = box ?? { left: 0, top: 0, right: 20, bottom: 12 };
  const air = 28;
  const above = Math.max(air, canvas.headPx ?? 0);
  const scale = Math.min(
    mostScale,
    Math.max(
      LEAST_SCALE,
      Math.min(
        (canvas.width - 2 * air) / Math.max(0.5, right - left),
        (canvas.height - above - air) / Math.max(0.5, bottom - top),
      ),
    ),
  );
  return {
    scale,
    x: (left + right) / 2 - canvas.width / scale / 2,
    y: (top + bottom) / 2 - (canvas.height + above - air) / scale / 2,
  };
}
