// The square crop of an image, kept within its bounds.

export interface Size {
  width: number;
  height: number;
}

/** Center of the square as a share of the image's width and height, and zoom factor, from 1. */
export interface Crop {
  x: number;
  y: number;
  zoom: number;
}

export const ZOOM_MOST = 4;
export const wholeCrop: Crop = { x: 0.5, y: 0.5, zoom: 1 };

const within = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));

/** The square in pixels of the image. */
export function squareOf({ width, height }: Size, { x, y, zoom }: Crop) {
  const side = Math.min(width, height) / zoom;
  return { left: x * width - side / 2, top: y * height - side / 2, side };
}

/** The nearest crop within the image. */
export function held(picture: Size, crop: Crop): Crop {
  const zoom = within(crop.zoom, 1, ZOOM_MOST);
  const half = Math.min(picture.width, picture.height) / zoom / 2;
  const [halfX, halfY] = [half / picture.width, half / picture.height];
  return { zoom, x: within(crop.x, halfX, 1 - halfX), y: within(crop.y, halfY, 1 - halfY) };
}

/** The crop after the image was dragged by some pixels in a preview of `previewPx`. */
export function pushed(picture: Size, crop: Crop, push: { x: number; y: number }, previewPx: number): Crop {
  const { side } = squareOf(picture, crop);
  const scale = side / previewPx;
  return held(picture, {
    zoom: crop.zoom,
    x: crop.x - (push.x * scale) / picture.width,
    y: crop.y - (push.y * scale) / picture.height,
  });
}
