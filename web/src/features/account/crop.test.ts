import { describe, expect, it } from 'vitest';
import { held, pushed, squareOf, wholeCrop } from './crop.ts';

const wide = { width: 400, height: 200 };

describe('the square of a picture', () => {
  it('is as large as the picture allows, in its middle', () => {
    expect(squareOf(wide, wholeCrop)).toEqual({ left: 100, top: 0, side: 200 });
  });

  it('never leaves the picture, however far it is pushed or zoomed', () => {
    expect(squareOf(wide, held(wide, { x: 9, y: -9, zoom: 1 }))).toEqual({ left: 200, top: 0, side: 200 });
    expect(held(wide, { x: 0.5, y: 0.5, zoom: 99 }).zoom).toBe(4);
    expect(held(wide, { x: 0, y: 0, zoom: 0 })).toEqual({ x: 0.25, y: 0.5, zoom: 1 });
  });

  it('follows the hand: pushing the picture to the right shows more of its left', () => {
    const crop = pushed(wide, wholeCrop, { x: 64, y: 10 }, 256);
    expect(squareOf(wide, crop)).toEqual({ left: 50, top: 0, side: 200 });
  });
});
