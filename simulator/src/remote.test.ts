import { demoPlants } from '@helioport/demo/plants';
import { gridCodeOf } from '@helioport/domain/parameters';
import { encodeCommand } from '@helioport/protocol/helioport/command';
import { expect, test } from 'vitest';
import { createMachine, machinesOf } from './remote.ts';

const NOW = Date.UTC(2026, 5, 21, 12);
const code = gridCodeOf('AT')!;
const told = (set: Record<string, number>, expiresAt = '2026-06-21T12:01:00Z') =>
  new TextEncoder().encode(encodeCommand({ id: '7', set, expiresAt }));

test('a machine does what it is told and says what it has then', () => {
  const machine = createMachine('sunhall.A-0001', { code });
  const before = machine.says()?.parameters ?? {};
  expect(before.overVoltage).toBe(253);
  const answer = machine.hears(told({ reconnectTime: 120 }), NOW);
  expect(answer).toMatchObject([{ id: '7', parameters: { ...before, reconnectTime: 120 } }]);
  expect(machine.hears(told({}), NOW)[0]?.parameters.reconnectTime).toBe(120);
});

test('it refuses what its grid code does not allow, whole, and does nothing when it is too late', () => {
  const machine = createMachine('sunhall.A-0001', { code });
  const before = machine.says()?.parameters;
  expect(machine.hears(told({ reconnectTime: 120, overVoltage: 300 }), NOW)).toMatchObject([
    { refused: 'out of range', parameters: before },
  ]);
  expect(machine.hears(told({ reconnectTime: 120 }, '2026-06-21T12:00:00Z'), NOW)).toEqual([]);
  expect(machine.says()?.parameters).toEqual(before);
});

test('the demo world has a battery, a machine and a gateway that answer, and an inverter that never does', () => {
  const said = machinesOf(demoPlants, () => undefined).map(({ sn, says, hears }) => [
    sn,
    says() !== null,
    hears(told({}), NOW).length > 0,
  ]);
  expect(said).toEqual([
    ['BAD30001', true, true],
    ['sunhall.HYB10-24017', true, true],
    ['sunhall.TRI8-10933', false, false],
    ['sunhall.GW2-70031', true, true],
  ]);
});
