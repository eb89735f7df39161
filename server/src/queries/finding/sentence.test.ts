import { expect, it } from 'vitest';
import { findingSentence, findingTitle } from './sentence.ts';

/** A device of a plant that does not communicate. */
const about = {
  cause: 'communication' as const,
  scope: 'device' as const,
  moduleName: '',
  deviceName: 'Cellar',
  device: 'A1000000',
  arrayName: '',
  plantName: 'Barn',
};

it('names a gateway as one, and a device as an inverter', () => {
  expect(findingTitle({ ...about, isGateway: true }, 6)).toBe('Communication loss: Gateway Cellar');
  expect(findingTitle(about, 6)).toBe('Communication loss: Inverter Cellar');
});

it('blames the counters only for a communication loss that cost energy', () => {
  const facts = {
    ...about,
    timezone: 'UTC',
    lostMoney: null,
    since: '2026-03-01T00:00:00Z',
    until: null,
    currency: 'EUR',
    lostShare: null,
  };
  const at = { lan: 6, now: Date.UTC(2026, 2, 10) };
  expect(findingSentence({ ...facts, lostKwh: 0 }, at)).toBe('Inverter Cellar: readings missing for 9 days.');
  expect(findingSentence({ ...facts, lostKwh: 12.5 }, at)).toMatch(
    /^Inverter Cellar: readings missing for 9 days\. The counters do not show .* this time\. 12\.5.kWh lost to date\.$/,
  );
});

it('names how much less a failed module gives that still works', () => {
  const facts = {
    ...about,
    cause: 'moduleFailure' as const,
    scope: 'module' as const,
    moduleName: 'Barn 6',
    timezone: 'UTC',
    lostMoney: null,
    lostKwh: 0,
    since: '2026-03-01T00:00:00Z',
    until: null,
    currency: 'EUR',
  };
  const at = { lan: 6, now: Date.UTC(2026, 2, 10) };
  expect(findingSentence({ ...facts, lostShare: 0.62 }, at)).toBe(
    'Module Barn 6: 62% less than expected for 9 days. The module or its connection has probably failed.',
  );
  expect(findingSentence({ ...facts, lostShare: 0.98 }, at)).toMatch(/almost no production/);
});

it('titles a plant without power as an outage, and one inverter as failed', () => {
  const facts = { ...about, cause: 'inverterFailure' as const };
  expect(findingTitle({ ...facts, scope: 'plant', device: null, deviceName: '' }, 6)).toBe(
    'Plant outage: Barn',
  );
  expect(findingTitle(facts, 6)).toBe('Inverter failure: Inverter Cellar');
});

it('names an array once whose name tells already that it is one', () => {
  const soiled = { ...about, cause: 'soiling' as const, scope: 'array' as const };
  expect(findingTitle({ ...soiled, arrayName: 'Array 1' }, 6)).toMatch(/: Array 1$/);
  expect(findingTitle({ ...soiled, arrayName: 'Garage' }, 6)).toMatch(/: Array Garage$/);
  expect(findingTitle({ ...soiled, arrayName: 'Arrayán' }, 6)).toMatch(/: Array Arrayán$/);
  expect(
    findingTitle({ ...soiled, scope: 'module', moduleName: 'Module 3', arrayName: 'Array 1' }, 6),
  ).toMatch(/: Module 3 \(Array 1\)$/);
});
