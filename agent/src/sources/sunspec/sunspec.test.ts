// Register dumps through a real Modbus server: exact energy, scale factors, and values that are not implemented.
import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import {
  common,
  endBlock,
  inputs160,
  inverter103,
  inverter113,
  meter203,
  meter213,
} from '../../../test/dump.ts';
import { startSunspecDevice } from '../../../test/sunspecDevice.ts';
import { scaled } from './models.ts';
import { openSunspec } from './sunspec.ts';

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

async function serve(registers: readonly number[]): Promise<string> {
  const { address, close } = await startSunspecDevice(() => registers);
  ends.push(close);
  return address;
}

const read = (address: string, meterPositive: 'import' | 'export' = 'import') =>
  openSunspec({ address, unit: 1, meterPositive }).read(AbortSignal.timeout(10_000));

it('reads inverter, inputs and meter with their scale factors', async () => {
  const address = await serve([
    ...common('SMA', 'STP 8.0', '3005123456'),
    ...inverter103(),
    120,
    3,
    1,
    2,
    3,
    ...inputs160(),
    ...meter203(),
    ...endBlock,
  ]);
  const [pv, grid] = await read(address);
  expect(pv).toEqual({
    source: '3005123456',
    label: 'SMA STP 8.0',
    role: 'pv',
    values: {
      powerW: 8230,
      energyOutWh: 18123450,
      acVoltageV: 230.1,
      frequencyHz: 49.98,
      temperatureC: -3.5,
    },
    phases: [
      { index: 1, voltageV: 230.1, currentA: 11.9 },
      { index: 2, voltageV: 231.2, currentA: 12 },
      { index: 3, voltageV: 229.8, currentA: 12 },
    ],
    channels: [
      { index: 1, powerW: 4346, voltageV: 610.5, currentA: 7.12, energyWh: 9000120 },
      { index: 2, powerW: 3996, voltageV: 610.1, currentA: 6.55 },
    ],
  });
  expect(grid).toMatchObject({
    role: 'grid',
    values: { powerW: -4321, energyInWh: 12340, energyOutWh: 567800, frequencyHz: 50 },
    phases: [{ index: 1, voltageV: 230.1 }],
  });
  expect((await read(address, 'export'))[1]?.values).toEqual({
    powerW: 4321,
    energyInWh: 567800,
    energyOutWh: 12340,
    frequencyHz: 50,
  });
});

it('reads floating-point models', async () => {
  const address = await serve([
    ...common('Kaco', 'blueplanet', 'K1'),
    ...inverter113(),
    ...meter213(),
    ...endBlock,
  ]);
  const [pv, grid] = await read(address);
  expect(pv?.values).toEqual({
    powerW: 1500.25,
    energyOutWh: 1234560,
    acVoltageV: 230.5,
    frequencyHz: 50,
  });
  expect(grid?.values).toEqual({ powerW: 250.5, energyInWh: 8192, energyOutWh: 4096, frequencyHz: 50 });
});

it('says why a device cannot be read', async () => {
  await expect(read(await serve([1, 0xfffe]))).rejects.toThrow('impossible length');
  await expect(read(await serve([...common('A', 'B', 'C'), ...endBlock]))).rejects.toThrow(
    'no inverter or meter',
  );
  // Blocks without data to the end of the address space.
  await expect(read(await serve(Array.from({ length: 4000 }, () => 0)))).rejects.toThrow(
    'no inverter or meter',
  );
  expect(scaled(1, undefined)).toBeUndefined();
});

it('ends with a device that sends garbage or nothing', async () => {
  const server = net.createServer((socket) => {
    socket.on('error', () => {});
    const flood = setInterval(() => socket.write(Buffer.alloc(65_536, 0xa5)), 5);
    socket.on('close', () => clearInterval(flood));
  });
  ends.push(() => server.close());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const source = openSunspec({ address: `127.0.0.1:${port}`, unit: 1, meterPositive: 'import' });
  await expect(source.read(AbortSignal.timeout(500))).rejects.toThrow();
  await expect(read('127.0.0.1:1')).rejects.toThrow();
});
