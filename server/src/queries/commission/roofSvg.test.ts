import { expect, it } from 'vitest';
import { type DrawnPage, roofSvg } from './roofSvg.ts';

const module = (xM: number, yM: number, addr: number | null, sn: string | null = 'A1B20001') => ({
  xM,
  yM,
  rotationDeg: 0,
  isLandscape: false,
  sn,
  addr,
});
const page = (modules: DrawnPage['modules']): DrawnPage => ({ name: 'Roof', widthM: 1, heightM: 2, modules });

it('draws every module at its position, as large as the sheet allows, with its input where one is assigned', () => {
  const svg = roofSvg(page([module(0, 0, 1), module(1.1, 0, 2), module(2.2, 0, null, null)]), 515);
  expect(svg.match(/<rect/g)).toHaveLength(3);
  expect(svg).toContain('A1B20001_1');
  expect(svg).toContain('A1B20001_2');
  expect(svg.match(/<text/g)).toHaveLength(2);
  const [, width, height] = /width="([\d.]+)" height="([\d.]+)"/.exec(svg) ?? [];
  expect(Number(width)).toBeLessThanOrEqual(515);
  expect(Number(height)).toBeLessThanOrEqual(380);
});

it('keeps the sheet with a thousand modules and leaves out labels too small to read', () => {
  const many = Array.from({ length: 1000 }, (_, i) =>
    module((i % 100) * 1.1, Math.floor(i / 100) * 2.1, i + 1),
  );
  const svg = roofSvg(page(many), 515);
  expect(svg.match(/<rect/g)).toHaveLength(1000);
  expect(svg).not.toContain('<text');
});
