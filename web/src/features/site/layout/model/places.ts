// Positions on a plan and their geometry. Lengths in meters, x to the right and y down the page, angles in degrees
// clockwise; a position is that of the center. Pure functions.

export interface Input {
  sn: string;
  /** From 1. */
  addr: number;
}

export interface Place {
  /** The server's number as text, or `new-…` until it is saved. */
  key: string;
  xM: number;
  yM: number;
  /** 0 to 360. */
  rotationDeg: number;
  isLandscape: boolean;
  /** Its zone; below 0 one that is not saved yet. */
  planeId: number | null;
  /** W; null: not entered. */
  ratedW: number | null;
  /** null: nothing is wired to it yet. */
  input: Input | null;
}

export interface ModuleSize {
  /** Of an upright module, metres. */
  widthM: number;
  heightM: number;
}

export interface Point {
  x: number;
  y: number;
}

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** `<SN>_<addr>` of a place, as every call names a module; '' without an input. */
export const nameOf = ({ input }: Pick<Place, 'input'>): string =>
  input === null ? '' : `${input.sn}_${input.addr}`;

/** `<SN>_<addr>` as an input; null of anything else. */
export function readInput(name: string): Input | null {
  const at = name.lastIndexOf('_');
  const addr = Number(name.slice(at + 1));
  return at > 0 && Number.isInteger(addr) && addr > 0 ? { sn: name.slice(0, at), addr } : null;
}

/** Width and height of a place as it lies before its rotation. */
export const sizeOf = (
  { isLandscape }: Pick<Place, 'isLandscape'>,
  { widthM, heightM }: ModuleSize,
): { width: number; height: number } =>
  isLandscape ? { width: heightM, height: widthM } : { width: widthM, height: heightM };

const turned = (degrees: number) => {
  const radians = (degrees * Math.PI) / 180;
  return { cos: Math.cos(radians), sin: Math.sin(radians) };
};

/** The box around a place, its rotation included. */
export function boxOf(place: Place, size: ModuleSize): Box {
  const { width, height } = sizeOf(place, size);
  const { cos, sin } = turned(place.rotationDeg);
  const halfWidth = (Math.abs(cos) * width + Math.abs(sin) * height) / 2;
  const halfHeight = (Math.abs(sin) * width + Math.abs(cos) * height) / 2;
  return {
    left: place.xM - halfWidth,
    top: place.yM - halfHeight,
    right: place.xM + halfWidth,
    bottom: place.yM + halfHeight,
  };
}

/** The box around many; null around none. */
export function boundingBox(places: Iterable<Place>, size: ModuleSize): Box | null {
  let bounds: Box | null = null;
  for (const place of places) {
    const box = boxOf(place, size);
    bounds = bounds
      ? {
          left: Math.min(bounds.left, box.left),
          top: Math.min(bounds.top, box.top),
          right: Math.max(bounds.right, box.right),
          bottom: Math.max(bounds.bottom, box.bottom),
        }
      : box;
  }
  return bounds;
}

/** Whether a point lies on the place. */
export function isOn(place: Place, size: ModuleSize, { x, y }: Point): boolean {
  const { width, height } = sizeOf(place, size);
  const { cos, sin } = turned(-place.rotationDeg);
  const dx = x - place.xM;
  const dy = y - place.yM;
  return Math.abs(dx * cos - dy * sin) <= width / 2 && Math.abs(dx * sin + dy * cos) <= height / 2;
}

/** The topmost position at a point: the last one drawn. */
export function placeAt(places: readonly Place[], size: ModuleSize, point: Point): Place | undefined {
  for (let i = places.length - 1; i >= 0; i--) {
    const place = places[i];
    if (place && isOn(place, size, point)) return place;
  }
  return undefined;
}

/** The box between two corners, whichever they are. */
export const boxBetween = (a: Point, b: Point): Box => ({
  left: Math.min(a.x, b.x),
  top: Math.min(a.y, b.y),
  right: Math.max(a.x, b.x),
  bottom: Math.max(a.y, b.y),
});

const meets = (a: Box, b: Box) =>
  a.left <= b.right && b.left <= a.right && a.top <= b.bottom && b.top <= a.bottom;

/** The places that a box touches. */
export const placesIn = (places: readonly Place[], size: ModuleSize, box: Box): Place[] =>
  places.filter((place) => meets(boxOf(place, size), box));

/** Overlap in meters that is tolerated: drawings of clamped rows are not exact to the millimeter. */
const OVERLAP_TOLERANCE_M = 0.01;

/** The corners of a position including its rotation, each side inset by half the tolerance. */
function cornersOf(place: Place, size: ModuleSize): Point[] {
  const { width, height } = sizeOf(place, size);
  const { cos, sin } = turned(place.rotationDeg);
  const x = Math.max(0, width - OVERLAP_TOLERANCE_M) / 2;
  const y = Math.max(0, height - OVERLAP_TOLERANCE_M) / 2;
  return [
    [-x, -y],
    [x, -y],
    [x, y],
    [-x, y],
  ].map(([dx = 0, dy = 0]) => ({ x: place.xM + dx * cos - dy * sin, y: place.yM + dx * sin + dy * cos }));
}

/** Whether two convex outlines share area, by the separating axis theorem. */
function areasMeet(a: readonly Point[], b: readonly Point[]): boolean {
  for (const outline of [a, b])
    for (let i = 0; i < 2; i++) {
      const [from, to] = [outline[i]!, outline[i + 1]!];
      const axis = { x: to.y - from.y, y: from.x - to.x };
      const along = (points: readonly Point[]) => points.map(({ x, y }) => x * axis.x + y * axis.y);
      const [ofA, ofB] = [along(a), along(b)];
      if (Math.max(...ofA) <= Math.min(...ofB) || Math.max(...ofB) <= Math.min(...ofA)) return false;
    }
  return true;
}

/** Keys of the places that lie on another one. Sorted by their left edge, each is compared with its neighbors only. */
export function overlapping(places: readonly Place[], size: ModuleSize): Set<string> {
  const sorted = places
    .map((place) => ({ key: place.key, box: boxOf(place, size), corners: cornersOf(place, size) }))
    .sort((a, b) => a.box.left - b.box.left);
  const keys = new Set<string>();
  sorted.forEach((one, i) => {
    for (let j = i + 1; j < sorted.length; j++) {
      const other = sorted[j]!;
      if (other.box.left >= one.box.right) break;
      if (!meets(one.box, other.box) || !areasMeet(one.corners, other.corners)) continue;
      keys.add(one.key).add(other.key);
    }
  });
  return keys;
}

/** Places in reading order: rows from the top, each from the left. Half a module up or down is the same row. */
export function inReadingOrder(places: readonly Place[], size: ModuleSize): Place[] {
  const rest = [...places].sort((a, b) => a.yM - b.yM || a.xM - b.xM);
  const ordered: Place[] = [];
  while (rest.length > 0) {
    const first = rest[0];
    if (!first) break;
    const reach = first.yM + sizeOf(first, size).height / 2;
    const end = rest.findIndex(({ yM }) => yM >= reach);
    ordered.push(...rest.splice(0, end < 0 ? rest.length : end).sort((a, b) => a.xM - b.xM));
  }
  return ordered;
}

/** Rounds to millimeters, the stored precision. */
export const millimetres = (metres: number): number => Math.round(metres * 1000) / 1000;
export const wholeTurn = (degrees: number): number => ((degrees % 360) + 360) % 360;
