import { expect, test } from 'vitest';
import { sparkline } from './sparkline.ts';

const size = { width: 100, height: 20 };

test('a gap is a gap, and the day goes on to midnight', () => {
  const { line, area } = sparkline([0, 10, null, 20], 11, size);
  expect(line).toBe('M0 20L10 10M30 0h0.01');
  expect(area).toBe('M0 20L0 20L10 10L10 20zM30 20L30 0L30 20z');
});

test('a day without a word draws nothing', () => {
  expect(sparkline([null, null], 48, size)).toEqual({ line: '', area: '' });
});
