import { expect, it } from 'vitest';
import type { HistoryCurves } from './historyColumns.ts';
import { devicesTogether } from './otherCurves.ts';

const curves = (startAt: number, values: (number | null)[]): HistoryCurves => ({
  timezone: 'UTC',
  startAt,
  stepMinutes: 5,
  lines: [{ id: 'power', key: 'power', addr: 0, unit: 'W', decimals: 0, values }],
});

it('draws one line per device by its name, gaps as gaps, and leaves out what is on another grid of time', () => {
  const { lines } = devicesTogether('Barn', curves(0, [1, null]), [
    { name: 'Shed', data: curves(0, [3, 4]) },
    { name: 'Mill', data: curves(300_000, [5, 6]) },
    { name: 'Quiet', data: { ...curves(0, []), lines: [] } },
  ]);
  expect(lines.map(({ deviceName, values }) => [deviceName, values])).toEqual([
    ['Barn', [1, null]],
    ['Shed', [3, 4]],
  ]);
  expect(new Set(lines.map(({ id }) => id)).size).toBe(2);
});
