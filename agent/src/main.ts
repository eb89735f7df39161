// `npm run agent`: reads inverters and meters in the local network and sends their values to the portal.
import { parseArgs } from 'node:util';
import { openBuffer } from './buffer.ts';
import { type Config, ConfigError, openSource, readConfig } from './config.ts';
import { takeBuffer } from './lock.ts';
import { type Device, poll, readOnce, reasonOf } from './poll.ts';
import { createSender, PortalRefused, type Sender } from './portal.ts';

const usage = `npm run agent -- --config FILE [--check | --once]

  --config FILE  configuration, such as agent.json
  --check        reads each device once and prints its values; sends nothing
  --once         reads each device once, sends all buffered readings, and ends

Guide: docs/guides/read-local-devices.md`;

/** A service manager does not restart after this code: a user has to change something first. */
const NEEDS_CHANGE = 78;
const LAST_SEND_MS = 5_000;

const log = (text: string): void => console.log(`${new Date().toISOString()} ${text}`);

const devicesOf = ({ devices }: Config): Device[] =>
  devices.map((config) => ({ config, source: openSource(config) }));

/** Prints the values of each device. Returns true if all devices could be read. */
async function check(devices: readonly Device[]): Promise<boolean> {
  let isGood = true;
  for (const device of devices) {
    const { name, type, address } = device.config;
    console.log(`${name} (${type}, ${address})`);
    try {
      for (const { reading } of await readOnce(device, (text) => console.log(`  ${text}`))) {
        const { role, source, values, channels = [], phases = [] } = reading;
        console.log(`  ${role} ${source}: ${pairs(values)}`);
        for (const { index, ...fields } of channels) console.log(`    DC input ${index}: ${pairs(fields)}`);
        for (const { index, ...fields } of phases) console.log(`    phase L${index}: ${pairs(fields)}`);
      }
    } catch (error) {
      isGood = false;
      console.log(`  not read: ${reasonOf(error)}`);
    }
  }
  return isGood;
}

const pairs = (fields: object): string =>
  Object.entries(fields)
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(', ');

async function once(devices: readonly Device[], parts: Parts): Promise<boolean> {
  let isGood = true;
  for (const device of devices)
    try {
      parts.buffer.append(await readOnce(device, log));
    } catch (error) {
      isGood = false;
      log(`${device.config.name}: not read: ${reasonOf(error)}`);
    }
  parts.buffer.fit();
  try {
    await parts.sender.drain(new AbortController().signal);
  } catch (error) {
    if (error instanceof PortalRefused) throw error;
    log(`not sent: ${reasonOf(error)}; readings are kept`);
    return false;
  }
  return isGood && !parts.sender.isPaused();
}

interface Parts {
  buffer: ReturnType<typeof openBuffer>;
  sender: Sender;
}

/** Runs until a signal of the operating system. */
async function run(devices: readonly Device[], { buffer, sender }: Parts): Promise<void> {
  const stopping = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stopping.abort());
  const parts = { buffer, log, onStored: () => sender.wake() };
  await Promise.all([
    ...devices.map((device) => poll(device, parts, stopping.signal)),
    sender.run(stopping.signal).finally(() => stopping.abort()),
  ]);
  // What is not sent now is sent after the next start.
  await sender.drain(AbortSignal.timeout(LAST_SEND_MS)).catch(() => {});
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      config: { type: 'string' },
      check: { type: 'boolean' },
      once: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.help || values.config === undefined || (values.check && values.once)) {
    console.log(usage);
    return values.help ? 0 : NEEDS_CHANGE;
  }
  const config = readConfig(values.config);
  const devices = devicesOf(config);
  if (values.check) return (await check(devices)) ? 0 : 1;

  const lock = await takeBuffer(config.buffer);
  const buffer = openBuffer(config.buffer, { bytesMax: config.bufferBytes, log });
  const sender = createSender({
    portal: config.portal,
    tokens: new Map(config.devices.map(({ name, token }) => [name, token])),
    buffer,
    log,
  });
  try {
    if (values.once) return (await once(devices, { buffer, sender })) ? 0 : 1;
    log(`reading ${devices.length} device(s), sending to ${config.portal}`);
    await run(devices, { buffer, sender });
    log('stopped');
    return 0;
  } finally {
    lock.release();
  }
}

try {
  process.exit(await main());
} catch (error) {
  const isKnown = error instanceof ConfigError || error instanceof PortalRefused;
  console.error(
    error instanceof ConfigError ? `configuration:\n${error.message}` : `stopped: ${reasonOf(error)}`,
  );
  process.exit(isKnown ? NEEDS_CHANGE : 1);
}
