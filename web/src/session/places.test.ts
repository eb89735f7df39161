import { expect, it } from 'vitest';
import { suggestedZone } from './places.ts';

const zones = (...values: string[]) => values.map((value) => ({ value, label: value }));

it('proposes the zone of the browser in its own country, the only one of a country, and else none', () => {
  const germany = zones('Europe/Berlin', 'Europe/Busingen');
  expect(suggestedZone(germany, 'Europe/Berlin')).toBe('Europe/Berlin');
  expect(suggestedZone(germany, 'America/Denver')).toBe('');
  expect(suggestedZone(zones('Europe/Rome'), 'Europe/Berlin')).toBe('Europe/Rome');
  expect(suggestedZone([], 'Europe/Berlin')).toBe('');
});
