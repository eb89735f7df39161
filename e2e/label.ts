// Device labels for a fake camera: images of their codes, and a video of them that Chromium uses as camera.
import fs from 'node:fs';
import { BarcodeFormat, Code128Reader, QRCodeWriter } from '@zxing/library';

const [WIDTH, HEIGHT] = [640, 480];
const [BLACK, WHITE] = [16, 235];
/** Frames per label: 1.5 s, enough for slow machines. */
const FRAMES_EACH = 15;
const FRAMES_PER_SECOND = 10;

/** Brightness of each pixel of an image, row by row. */
type Picture = Uint8Array;

/** A white image with a grid of black cells where `isDark` is true. */
function drawn(columns: number, rows: number, isDark: (x: number, y: number) => boolean): Picture {
  const picture = new Uint8Array(WIDTH * HEIGHT).fill(WHITE);
  const scale = Math.floor(Math.min((WIDTH - 40) / columns, (HEIGHT - 120) / rows));
  const [left, top] = [Math.floor((WIDTH - columns * scale) / 2), Math.floor((HEIGHT - rows * scale) / 2)];
  for (let y = 0; y < rows * scale; y++)
    for (let x = 0; x < columns * scale; x++)
      if (isDark(Math.floor(x / scale), Math.floor(y / scale))) picture[(top + y) * WIDTH + left + x] = BLACK;
  return picture;
}

export function qrLabel(text: string): Picture {
  const code = new QRCodeWriter().encode(text, BarcodeFormat.QR_CODE, 0, 0, new Map());
  return drawn(code.getWidth(), code.getHeight(), (x, y) => code.get(x, y));
}

/** Code 128, set B: start, characters, a position-weighted checksum, stop (ISO/IEC 15417). */
export function code128Label(text: string): Picture {
  const START_B = 104;
  const STOP = 106;
  const signs = Array.from(text, (sign) => sign.charCodeAt(0) - 32);
  const check = signs.reduce((sum, sign, i) => sum + sign * (i + 1), START_B) % 103;
  const { CODE_PATTERNS } = Code128Reader as unknown as { CODE_PATTERNS: readonly (readonly number[])[] };
  const bars = [START_B, ...signs, check, STOP].flatMap((code) => [...(CODE_PATTERNS[code] ?? [])]);
  const modules = bars.flatMap((width, i) => Array.from({ length: width }, () => i % 2 === 0));
  const quiet = 10;
  return drawn(modules.length + 2 * quiet, 60, (x) => modules[x - quiet] === true);
}

/** Writes a video of labels, one after the other and over again (YUV4MPEG2). */
export function writeVideo(file: string, labels: readonly Picture[]): void {
  const grey = Buffer.alloc((WIDTH * HEIGHT) / 2, 128);
  const frames = labels.flatMap((label) =>
    Array.from({ length: FRAMES_EACH }, () => Buffer.concat([Buffer.from('FRAME\n'), label, grey])),
  );
  const head = `YUV4MPEG2 W${WIDTH} H${HEIGHT} F${FRAMES_PER_SECOND}:1 Ip A1:1 C420jpeg\n`;
  fs.writeFileSync(file, Buffer.concat([Buffer.from(head), ...frames]));
}
