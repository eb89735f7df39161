// The square that is cut out of a picture: where it lies, and that it never leaves the picture.

export interface Size {
  width: number;
  height: number;
}

/** Middle of the square as a share of the picture's width and height, and how far it is zoomed in, from 1. */
export interface Crop {
  x: number;
  y: number;
  zoom: number;
}

export const ZOOM_MOST = 4;
export const wholeCrop: Crop = { x: 0.5, y: 0.5, zoom: 1 };

const within = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));

/** The square in pixels of the picture. */
export function squareOf({ width, height }: Size, { x, y, zoom }: Crop) {
  const side = Math.min(width, height) / zoom;
  return { left: x * width - side / 2, top: y * height - side / 2, side };
}

/** The nearest crop whose square lies within the picture. */
export function held(picture: Size, crop: Crop): Crop {
  const zoom = within(crop.zoom, 1, ZOOM_MOST);
  const half = Math.min(picture.width, picture.height) / zoom / 2;
  const [halfX, halfY] = [half / picture.width, half / picture.height];
  return { zoom, x: within(crop.x, halfX, 1 - halfX), y: within(crop.y, halfY, 1 - halfY) };
}

/** The crop after the picture was pushed by so many pixels of a preview of `previewPx`. */
export function pushed(picture: Size, crop: Crop, push: { x: number; y: number }, previewPx: number): Crop {
  const { side } = squareOf(picture, crop);
  const scale = side / previewPx;
  return held(picture, {
    zoom: crop.zoom,
    x: crop.x - (push.x * scale) / picture.width,
    y: crop.y - (push.y * scale) / picture.height,
  });
}
