// Draws module positions on a canvas: image, grid, modules with labels, and editing marks.
import { type Box, boxOf, type ModuleSize, type Place, sizeOf } from '../model/places.ts';
import { toScreen } from '../model/view.ts';
import type { Palette } from './palette.ts';
import type { Frame } from './surface.ts';

/** How one place is painted. */
export interface Face {
  /** A color; null is the hatch for unknown values. */
  fill: string | null;
  ink?: string;
  /** The main text or value, and a smaller one below. */
  text?: string;
  small?: string;
  isDashed?: boolean;
  /** Overlaps another module: its edge is drawn as an alert. */
  isOverlapping?: boolean;
  /** Not producing: marked with a cross, not by color alone. */
  isDead?: boolean;
}

export interface Underlay {
  image: CanvasImageSource;
  xM: number;
  yM: number;
  widthM: number;
  heightM: number;
}

export interface Scene {
  places: readonly Place[];
  size: ModuleSize;
  palette: Palette;
  faceOf: (place: Place) => Face;
  chosen: ReadonlySet<string>;
  underlay?: Underlay | undefined;
  /** Meters between grid lines; 0 for none. */
  gridM?: number;
  /** Offset at which the selected positions are drawn, in meters. */
  shift?: { dx: number; dy: number } | undefined;
  marquee?: Box | undefined;
  lineX?: number | undefined;
  lineY?: number | undefined;
  /** Names of parts of the drawing, each above its upper left corner on the plan. */
  labels?: readonly { text: string; x: number; y: number }[];
  /** Points of a measurement on the image. */
  points?: readonly { x: number; y: number }[];
}

/** Narrower modules have no text. */
const LEAST_TEXT_PX = 34;
const GRID_LEAST_PX = 9;

export function paintScene({ context, view, width, height }: Frame, scene: Scene): void {
  const { palette, underlay } = scene;
  context.fillStyle = palette.ground;
  context.fillRect(0, 0, width, height);
  if (underlay) {
    const corner = toScreen(view, { x: underlay.xM, y: underlay.yM });
    context.drawImage(
      underlay.image,
      corner.x,
      corner.y,
      underlay.widthM * view.scale,
      underlay.heightM * view.scale,
    );
  }
  paintGrid({ context, view, width, height }, scene);
  paintModules({ context, view, width, height }, scene);
  paintLabels({ context, view, width, height }, scene);
  paintMarks({ context, view, width, height }, scene);
}

function paintLabels({ context, view }: Frame, { labels = [], palette }: Scene): void {
  context.font = `600 12px ${palette.font}`;
  context.textAlign = 'left';
  context.textBaseline = 'bottom';
  for (const { text, x, y } of labels) {
    const at = toScreen(view, { x, y });
    context.fillStyle = palette.ground;
    context.fillRect(at.x - 2, at.y - 20, context.measureText(text).width + 4, 16);
    context.fillStyle = palette.ink;
    context.fillText(text, at.x, at.y - 5);
  }
}

function paintGrid({ context, view, width, height }: Frame, { gridM = 0, palette }: Scene): void {
  if (gridM <= 0) return;
  let step = gridM;
  while (step * view.scale < GRID_LEAST_PX) step *= 2;
  context.beginPath();
  for (let x = Math.ceil(view.x / step) * step; (x - view.x) * view.scale < width; x += step) {
    const px = Math.round((x - view.x) * view.scale) + 0.5;
    context.moveTo(px, 0);
    context.lineTo(px, height);
  }
  for (let y = Math.ceil(view.y / step) * step; (y - view.y) * view.scale < height; y += step) {
    const py = Math.round((y - view.y) * view.scale) + 0.5;
    context.moveTo(0, py);
    context.lineTo(width, py);
  }
  context.lineWidth = 1;
  context.strokeStyle = palette.hairline;
  context.stroke();
}

function paintModules({ context, view, width, height }: Frame, scene: Scene): void {
  const { places, size, palette, chosen, shift } = scene;
  const base = context.getTransform();
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  for (const place of places) {
    const isChosen = chosen.has(place.key);
    const at =
      isChosen && shift ? { x: place.xM + shift.dx, y: place.yM + shift.dy } : { x: place.xM, y: place.yM };
    const middle = toScreen(view, at);
    const lying = sizeOf(place, size);
    const w = lying.width * view.scale;
    const h = lying.height * view.scale;
    const reach = (w + h) / 2;
    if (middle.x < -reach || middle.y < -reach || middle.x > width + reach || middle.y > height + reach)
      continue;
    const face = scene.faceOf(place);
    const isSmall = w < LEAST_TEXT_PX && h < LEAST_TEXT_PX;
    if (isSmall && place.rotationDeg % 90 === 0) {
      context.setTransform(base);
      paintSmall(
        context,
        face,
        place.rotationDeg % 180 === 0 ? { w, h } : { w: h, h: w },
        middle,
        isChosen,
        palette,
      );
      continue;
    }
    context.setTransform(base);
    context.translate(middle.x, middle.y);
    if (place.rotationDeg !== 0) context.rotate((place.rotationDeg * Math.PI) / 180);
    context.fillStyle = face.fill ?? palette.surface;
    context.fillRect(-w / 2, -h / 2, w, h);
    if (face.fill === null) {
      context.fillStyle = palette.hatch;
      context.fillRect(-w / 2, -h / 2, w, h);
    }
    context.lineWidth = isChosen ? 3 : 1;
    const isMarked = face.isOverlapping === true || face.isDead === true;
    context.strokeStyle = isChosen ? palette.ink : isMarked ? palette.alert : palette.edge;
    if (isMarked && !isChosen) context.lineWidth = 2;
    if (face.isDashed) context.setLineDash([4, 3]);
    context.strokeRect(-w / 2 + 0.5, -h / 2 + 0.5, w - 1, h - 1);
    if (face.isDashed) context.setLineDash([]);
    if (face.isDead) paintCross(context, w, h, palette);
    if (isChosen) {
      // Two lines, so that one of them is visible on any fill.
      context.lineWidth = 1;
      context.strokeStyle = palette.surface;
      context.strokeRect(-w / 2 + 2.5, -h / 2 + 2.5, w - 5, h - 5);
    }
    if (isChosen) paintTick(context, w, h, palette);
    if (w >= LEAST_TEXT_PX || h >= LEAST_TEXT_PX) paintWords(context, face, w, h, place.rotationDeg, palette);
  }
  context.setTransform(base);
}

/**
 * A module without space for text, in whole pixels: thousands are drawn per frame, and lines, dashes and rotated
 * edges cost ten times as much as plain rectangles.
 */
function paintSmall(
  context: CanvasRenderingContext2D,
  face: Face,
  { w, h }: { w: number; h: number },
  middle: { x: number; y: number },
  isChosen: boolean,
  palette: Palette,
): void {
  const left = Math.round(middle.x - w / 2);
  const top = Math.round(middle.y - h / 2);
  const width = Math.max(2, Math.round(middle.x + w / 2) - left);
  const height = Math.max(2, Math.round(middle.y + h / 2) - top);
  const edge = isChosen ? 2 : 1;
  context.fillStyle = isChosen ? palette.ink : face.isOverlapping ? palette.alert : palette.edge;
  context.fillRect(left, top, width, height);
  context.fillStyle = face.isDead ? palette.alert : (face.fill ?? palette.surface);
  context.fillRect(left + edge, top + edge, width - 2 * edge, height - 2 * edge);
  if (face.fill === null) {
    context.fillStyle = palette.hatch;
    context.fillRect(left + edge, top + edge, width - 2 * edge, height - 2 * edge);
  }
}

function paintCross(context: CanvasRenderingContext2D, w: number, h: number, palette: Palette): void {
  context.lineWidth = 2;
  context.strokeStyle = palette.alert;
  context.beginPath();
  context.moveTo(-w / 2, -h / 2);
  context.lineTo(w / 2, h / 2);
  context.moveTo(w / 2, -h / 2);
  context.lineTo(-w / 2, h / 2);
  context.stroke();
}

/** Marks the selection with a filled corner, not by color alone. */
function paintTick(context: CanvasRenderingContext2D, w: number, h: number, palette: Palette): void {
  const side = Math.min(10, w / 2, h / 2);
  context.fillStyle = palette.ink;
  context.beginPath();
  context.moveTo(-w / 2, -h / 2);
  context.lineTo(-w / 2 + side, -h / 2);
  context.lineTo(-w / 2, -h / 2 + side);
  context.fill();
}

function paintWords(
  context: CanvasRenderingContext2D,
  { text, small, ink, fill, isDead }: Face,
  w: number,
  h: number,
  rotationDeg: number,
  palette: Palette,
): void {
  if (!text && !small) return;
  // Keeps text upright on modules rotated by more than 90 degrees.
  if (rotationDeg > 90 && rotationDeg < 270) context.rotate(Math.PI);
  const px = Math.max(9, Math.min(13, w / 4.6));
  context.fillStyle = ink ?? palette.ink;
  const lines = h > px * 3 ? [text, small] : [text ?? small];
  const shown = lines.filter((line): line is string => !!line);
  shown.forEach((line, i) => {
    context.font = `${i === 0 ? 600 : 400} ${i === 0 ? px : px - 1}px ${palette.font}`;
    const lineWidth = Math.min(w - 4, context.measureText(line).width);
    const y = (i - (shown.length - 1) / 2) * (px + 3);
    if (fill === null || isDead) {
      // Nothing can be read on a hatch or a cross.
      const paper = context.fillStyle;
      context.fillStyle = palette.surface;
      context.fillRect(-lineWidth / 2 - 2, y - px / 2 - 1, lineWidth + 4, px + 2);
      context.fillStyle = paper;
    }
    context.fillText(line, 0, y, w - 4);
  });
}

function paintMarks({ context, view, width, height }: Frame, scene: Scene): void {
  const { palette, marquee, lineX, lineY, points = [] } = scene;
  context.strokeStyle = palette.act;
  context.lineWidth = 1;
  context.beginPath();
  if (lineX !== undefined) {
    const { x } = toScreen(view, { x: lineX, y: 0 });
    context.moveTo(x, 0);
    context.lineTo(x, height);
  }
  if (lineY !== undefined) {
    const { y } = toScreen(view, { x: 0, y: lineY });
    context.moveTo(0, y);
    context.lineTo(width, y);
  }
  context.stroke();
  if (marquee) {
    const from = toScreen(view, { x: marquee.left, y: marquee.top });
    const to = toScreen(view, { x: marquee.right, y: marquee.bottom });
    context.setLineDash([5, 4]);
    context.strokeRect(from.x, from.y, to.x - from.x, to.y - from.y);
    context.setLineDash([]);
  }
  context.lineWidth = 2;
  for (const point of points) {
    const at = toScreen(view, point);
    context.beginPath();
    context.arc(at.x, at.y, 6, 0, 2 * Math.PI);
    context.stroke();
  }
}

/** The bounding box of the positions as drawn, for fitting the view. */
export const sceneBox = (places: readonly Place[], size: ModuleSize, underlay?: Underlay): Box | null => {
  const boxes = places.map((place) => boxOf(place, size));
  if (underlay)
    boxes.push({
      left: underlay.xM,
      top: underlay.yM,
      right: underlay.xM + underlay.widthM,
      bottom: underlay.yM + underlay.heightM,
    });
  if (boxes.length === 0) return null;
  return boxes.reduce((a, b) => ({
    left: Math.min(a.left, b.left),
    top: Math.min(a.top, b.top),
    right: Math.max(a.right, b.right),
    bottom: Math.max(a.bottom, b.bottom),
  }));
};
