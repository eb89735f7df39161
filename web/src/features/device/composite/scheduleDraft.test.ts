import { expect, test } from 'vitest';
import { draftOf, newWindow, windowAtHour } from './scheduleDraft.ts';

const window = { days: [1], from: '01:00', to: '02:00', mode: 'charge', power: 2000, target: 80 } as const;
const reported = {
  version: 3,
  readAt: 0,
  reserve: 20,
  gridCharging: true,
  windows: [window, { ...window, from: '03:00', to: '04:00' }],
};

test('the draft of a schedule is the same after a reload, so that what was typed is known again', () => {
  const make = () => draftOf(reported as unknown as Parameters<typeof draftOf>[0]);
  expect(make()).toEqual(make());
});

test('a new window shares its number with no other of the draft', () => {
  const { windows } = draftOf(reported as unknown as Parameters<typeof draftOf>[0]);
  const three = [...windows, newWindow(windows)];
  const four = [...three.slice(1), windowAtHour(three.slice(1), 2, 5)];
  expect(new Set(four.map(({ id }) => id)).size).toBe(3);
});
