// Colors of a drawing, from the tokens of the current theme.
import { useMemo } from 'react';
import { type ColorToken, colorNow, fontNow, type Ground, useTheme } from '../../../../theme.ts';

const tokens = ['ground', 'surface', 'hairline', 'edge', 'ink', 'muted', 'act', 'act-soft', 'alert'] as const;
const steps = ['scale-1', 'scale-2', 'scale-3', 'scale-4', 'scale-5', 'scale-6', 'scale-7'] as const;

type Tokens = Record<(typeof tokens)[number], string>;

export interface Palette extends Tokens {
  scale: readonly string[];
  /** Readable on each step of the scale. */
  scaleInk: readonly string[];
  hatch: string | CanvasPattern;
  font: string;
}

/** Steps of the scale with light text. */
const deep: ReadonlySet<number> = new Set([0, 6]);

function hatchOf(color: string): string | CanvasPattern {
  const tile = document.createElement('canvas');
  tile.width = 8;
  tile.height = 8;
  const context = tile.getContext('2d');
  if (!context) return color;
  context.strokeStyle = color;
  context.lineWidth = 1;
  context.beginPath();
  for (const from of [-8, 0, 8]) {
    context.moveTo(from, 8);
    context.lineTo(from + 8, 0);
  }
  context.stroke();
  return context.createPattern(tile, 'repeat') ?? color;
}

function paletteNow(_ground: Ground): Palette {
  const read = (token: ColorToken) => colorNow(token);
  const [paper, ink] = [read('on-scale-deep'), read('on-scale')];
  return {
    ...(Object.fromEntries(tokens.map((token) => [token, read(token)])) as Tokens),
    scale: steps.map(read),
    scaleInk: steps.map((_, i) => (deep.has(i) ? paper : ink)),
    hatch: hatchOf(read('faint')),
    font: fontNow(),
  };
}

/** The palette of the current theme. */
export function usePalette(): Palette {
  const ground = useTheme((theme) => theme.ground);
  return useMemo(() => paletteNow(ground), [ground]);
}
