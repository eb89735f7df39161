import { demoPlants } from '@helioport/demo/plants';
import { gridCodeOf } from '@helioport/domain/parameters';
import { encodeCommand } from '@helioport/protocol/helioport/command';
import { expect, test } from 'vitest';
import { createRemoteDevice, remoteDevicesOf } from './remote.ts';

const NOW = Date.UTC(2026, 5, 21, 12);
const code = gridCodeOf('AT')!;
const command = (set: Record<string, number>, expiresAt = '2026-06-21T12:01:00Z') =>
  new TextEncoder().encode(encodeCommand({ id: '7', set, expiresAt }));

test('a machine does what it is told and says what it has then', () => {
  const device = createRemoteDevice('sunhall.A-0001', { code });
  const before = device.reportStatus()?.parameters ?? {};
  expect(before.overVoltage).toBe(253);
  const answer = device.receive(command({ reconnectTime: 120 }), NOW);
  expect(answer).toMatchObject([{ id: '7', parameters: { ...before, reconnectTime: 120 } }]);
  expect(device.receive(command({}), NOW)[0]?.parameters.reconnectTime).toBe(120);
});

test('it refuses what its grid code does not allow, whole, and does nothing when it is too late', () => {
  const device = createRemoteDevice('sunhall.A-0001', { code });
  const before = device.reportStatus()?.parameters;
  expect(device.receive(command({ reconnectTime: 120, overVoltage: 300 }), NOW)).toMatchObject([
    { refused: 'out of range', parameters: before },
  ]);
  expect(device.receive(command({ reconnectTime: 120 }, '2026-06-21T12:00:00Z'), NOW)).toEqual([]);
  expect(device.reportStatus()?.parameters).toEqual(before);
});

test('a locked one says what it has and lets nobody change it', () => {
  const device = createRemoteDevice('sunhall.A-0001', { code, isLocked: true });
  const before = device.reportStatus()?.parameters;
  expect(device.receive(command({ reconnectTime: 120 }), NOW)).toMatchObject([
    { refused: 'locked by the grid operator', parameters: before },
  ]);
  expect(device.receive(command({}), NOW)).toEqual([
    expect.not.objectContaining({ refused: expect.anything() }),
  ]);
});

test('the demo world has a battery, meters, a machine and a gateway that answer, and an inverter that never does', () => {
  const statuses = remoteDevicesOf(demoPlants, () => undefined).map(({ sn, reportStatus, receive }) => [
    sn,
    reportStatus() !== null,
    receive(command({}), NOW).length > 0,
  ]);
  expect(statuses).toEqual([
    ['BAD30001', true, true],
    ['4DD30001', true, true],
    ['4DD40001', true, true],
    ['4DD50001', true, true],
    ['sunhall.HYB10-24017', true, true],
    ['sunhall.TRI8-10933', false, false],
    ['4DE10001', true, true],
    ['sunhall.GW2-70031', true, true],
  ]);
});

test('it takes a firmware in, says how far it is, and goes back where one does not start', () => {
  const device = createRemoteDevice('86A10001', { breaksOn: '2.2.' });
  const upgrade = (version: string) => {
    const firmware = { version, url: 'http://portal.example/f', sha256: '0'.repeat(64) };
    const command = { id: '8', set: {}, expiresAt: '2026-06-21T12:01:00Z', firmware };
    return device.receive(new TextEncoder().encode(encodeCommand(command)), NOW);
  };
  expect(upgrade('2.1.0')).toMatchObject([
    { update: { state: 'downloading' } },
    { update: { state: 'installing' } },
    { id: '8', firmware: '2.1.0' },
  ]);
  expect(upgrade('2.2.0').at(-1)).toMatchObject({
    firmware: '2.1.0',
    refused: expect.stringContaining('2.2.0'),
  });
  expect(device.reportStatus()).toMatchObject({ firmware: '2.1.0' });
});
