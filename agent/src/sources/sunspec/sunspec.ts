// SunSpec over Modbus TCP: finds the blocks of a device and reads those with a meaning.
import ModbusRTU from 'modbus-serial';
import { type LocalReading, ReadFailure, type Source } from '../source.ts';
import { type Model, readModels } from './models.ts';

const PORT = 502;
const REQUEST_MS = 5_000;
/** Where the blocks of a device can start. */
const bases = [40_000, 50_000, 0];
const MARK = [0x5375, 0x6e53];
const END = 0xffff;
/** Most registers of one request. */
const CHUNK = 120;
const MODELS_MAX = 60;
const MODEL_REGISTERS_MAX = 600;
const isRead = (id: number): boolean =>
  id === 1 || id === 160 || (id >= 101 && id <= 113) || (id >= 201 && id <= 214);

export interface SunspecSettings {
  address: string;
  unit: number;
  meterPositive: 'import' | 'export';
}

/** Host and port of an address such as `192.168.1.60` or `inverter.local:1502`. */
function endOf(address: string): { host: string; port: number } {
  const { hostname, port } = new URL(`tcp://${address}`);
  return { host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? PORT : Number(port) };
}

export function openSunspec({ address, unit, meterPositive }: SunspecSettings): Source {
  const { host, port } = endOf(address);
  return {
    /** With a connection of its own: many inverters accept only one or two. */
    async read(signal): Promise<LocalReading[]> {
      const client = new ModbusRTU();
      // Emitted after a request has failed; that request has reported it.
      client.on('error', () => {});
      const ended = new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(new ReadFailure('no answer in time')), { once: true });
      });
      try {
        return await Promise.race([
          readDevice(client, { host, port, unit }, meterPositive === 'export'),
          ended,
        ]);
      } finally {
        client.destroy(() => {});
      }
    },
  };
}

async function readDevice(
  client: ModbusRTU,
  { host, port, unit }: { host: string; port: number; unit: number },
  isReversed: boolean,
): Promise<LocalReading[]> {
  await client.connectTCP(host, { port, timeout: REQUEST_MS });
  client.setTimeout(REQUEST_MS);
  client.setID(unit);
  const readings = readModels(await modelsOf(client), { isReversed });
  if (readings.length === 0) throw new ReadFailure('the device has no inverter or meter with values');
  return readings;
}

async function registersOf(client: ModbusRTU, at: number, count: number): Promise<number[]> {
  const found: number[] = [];
  while (found.length < count) {
    const wanted = Math.min(CHUNK, count - found.length);
    const { data } = await client.readHoldingRegisters(at + found.length, wanted);
    if (data.length !== wanted) throw new ReadFailure('the device answers with a wrong number of registers');
    found.push(...data);
  }
  return found;
}

async function baseOf(client: ModbusRTU): Promise<number> {
  let problem: unknown;
  for (const base of bases) {
    try {
      const mark = await registersOf(client, base, MARK.length);
      if (MARK.every((value, i) => mark[i] === value)) return base;
    } catch (error) {
      // A device without registers at an address rejects the request.
      if (!isException(error)) throw error;
      problem = error;
    }
  }
  throw new ReadFailure('the device has no SunSpec blocks; check "unit" and whether SunSpec is turned on', {
    cause: problem,
  });
}

/** Whether the device rejected a request, in contrast to no answer. */
const isException = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'modbusCode' in error;

async function modelsOf(client: ModbusRTU): Promise<Model[]> {
  const models: Model[] = [];
  let at = (await baseOf(client)) + MARK.length;
  for (let i = 0; i < MODELS_MAX && at + 2 <= 0x10000; i++) {
    const [id = END, length = 0] = await registersOf(client, at, 2);
    if (id === END || length === END) break;
    if (at + 2 + length > 0x10000) throw new ReadFailure('a block of the device has an impossible length');
    if (isRead(id)) {
      const count = Math.min(length, MODEL_REGISTERS_MAX);
      models.push({ id, registers: [id, length, ...(await registersOf(client, at + 2, count))] });
    }
    at += 2 + length;
  }
  return models;
}
