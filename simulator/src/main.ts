// The simulator as a tool: plants that are not there report to a portal that is. `npm run simulate -- --help`.

import { parseArgs } from 'node:util';
import { demoPlants, unclaimedPlant } from '@helioport/demo/plants';
import type { DemoPlant } from '@helioport/demo/world';
import type { BatterySchedule } from '@helioport/domain/batterySchedule';
import { connectBroker } from './broker.ts';
import { postFrame, RequestRefused, replay } from './deviceEndpoints.ts';
import { jsonReportOf, reporterOf } from './frames.ts';
import { bringHistory, type Progress } from './history.ts';
import { type DeviceEndpoints, followSchedule, live } from './live.ts';
import { remoteDevicesOf } from './remote.ts';
import { isFramed } from './reports.ts';
import { createWorld } from './world.ts';

const help = `Simulates solar plants that report to a portal through the device endpoints.

  npm run simulate -- [options]

  --server <url>      the portal (http://127.0.0.1:8080)
  --plants <list>     all, or plant ids separated by commas (all)
  --history <days>    send this many past days, newest first, including today (0)
  --since <instant>   with --history: skip readings before this time, such as 2026-11-21T06:30:00Z
  --replaced <instant>  time at which inverters were replaced; the old ones report before it (never)
  --live              then continue with live readings, each device at its own interval
  --speed <n>         with --live: simulated time runs n times as fast as the clock (1)
  --token <secret>    token of the replay endpoint, required for history and delayed readings;
                      also read from SIMULATOR_TOKEN
  --mqtt <url>        meters and batteries report to this broker instead of the replay endpoint
  --bridge-token <secret>  with --mqtt: token for bridge logins; also read from SIMULATOR_BRIDGE_TOKEN
  --seed <word>       seed of the weather (helioport)
  --progress <format> text, or json: one object per completed day {"day","done","total"} (text)
  --attached          exit when standard input closes, for example when the parent process exits
  --list              print the plants and exit
  --help              show this help
`;

const argumentsOf = (args: readonly string[]) =>
  parseArgs({
    args: [...args],
    options: {
      server: { type: 'string', default: 'http://127.0.0.1:8080' },
      plants: { type: 'string', default: 'all' },
      history: { type: 'string', default: '0' },
      since: { type: 'string' },
      replaced: { type: 'string' },
      live: { type: 'boolean', default: false },
      speed: { type: 'string', default: '1' },
      token: { type: 'string' },
      'bridge-token': { type: 'string' },
      mqtt: { type: 'string' },
      seed: { type: 'string', default: 'helioport' },
      progress: { type: 'string', default: 'text' },
      attached: { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  }).values;

/** Invalid arguments, reported without a stack trace. */
class UsageError extends Error {}

const everyPlant: readonly DemoPlant[] = [...demoPlants, unclaimedPlant];

function plantsOf(list: string): readonly DemoPlant[] {
  if (list === 'all') return everyPlant;
  return list.split(',').map((sid) => {
    const plant = everyPlant.find((p) => p.sid === sid.trim());
    if (!plant) throw new UsageError(`Unknown plant ${sid.trim()}. Run with --list to see all plants.`);
    return plant;
  });
}

function numberOf(name: string, text: string, isGood: (n: number) => boolean): number {
  const value = Number(text);
  if (text.trim() === '' || !isGood(value)) throw new UsageError(`--${name} cannot be ${text}.`);
  return value;
}

function instantOf(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) throw new UsageError(`--${name} cannot be ${text}.`);
  return ms;
}

function serverOf(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol !== 'http:')
    throw new UsageError(`--server must be an http:// address because devices do not support TLS.`);
  return url;
}

const printers: Readonly<Record<string, (progress: Progress) => void>> = {
  json: (progress) => console.log(JSON.stringify(progress)),
  text: ({ day, done, total }) => console.log(`${day}  ${done} of ${total} days`),
};

/** Logs each message once a minute at most, so that an unavailable portal does not fill the terminal. */
function createGrumble(): (text: string) => void {
  const lastLoggedAt = new Map<string, number>();
  return (text) => {
    if (Date.now() - (lastLoggedAt.get(text) ?? 0) < 60_000) return;
    lastLoggedAt.set(text, Date.now());
    console.error(text);
  };
}

/**
 * Time limit for pending work when the parent ends, so that an unresponsive portal does not keep this process running.
 */
const ENDS_WITHIN_MS = 5_000;

/** Ends this process when its standard input closes: the parent holds the other end until it exits or crashes. */
function endWithParent(ending: AbortController): void {
  const end = () => {
    ending.abort();
    setTimeout(() => process.exit(0), ENDS_WITHIN_MS).unref();
  };
  for (const event of ['end', 'close', 'error'] as const) process.stdin.once(event, end);
  process.stdin.resume();
}

async function main(): Promise<void> {
  const args = argumentsOf(process.argv.slice(2));
  if (args.help) {
    console.log(help);
    return;
  }
  if (args.list) {
    for (const p of everyPlant)
      console.log(`${p.sid}  ${p.name}, ${p.city}: ${p.inverters.length} inverters`);
    return;
  }
  const server = serverOf(args.server);
  const plants = plantsOf(args.plants);
  const days = numberOf('history', args.history, (n) => Number.isInteger(n) && n >= 0 && n <= 4000);
  const sinceMs = instantOf('since', args.since);
  const speed = numberOf('speed', args.speed, (n) => n > 0 && n <= 10_000);
  const print = printers[args.progress];
  if (!print) throw new UsageError('--progress must be text or json.');
  const token = args.token ?? process.env.SIMULATOR_TOKEN;
  const bridgeToken = args['bridge-token'] ?? process.env.SIMULATOR_BRIDGE_TOKEN;
  if (days > 0 && !token) throw new UsageError('--history requires the --token of the replay endpoint.');
  if (days === 0 && !args.live) throw new UsageError('Nothing to do: specify --history, --live or both.');

  const ending = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => ending.abort());
  const { signal } = ending;
  if (args.attached) endWithParent(ending);
  const world = createWorld(args.seed, instantOf('replaced', args.replaced));
  const grumble = createGrumble();
  const follow = (plant: DemoPlant, schedule: BatterySchedule, nowMs: number) => {
    const report = followSchedule(world, plant, schedule, nowMs);
    if (!report || isFramed(report)) return;
    broker?.send(reporterOf(report), jsonReportOf(report)).catch((error: unknown) => grumble(String(error)));
  };
  const broker =
    args.live && args.mqtt
      ? connectBroker(args.mqtt, bridgeToken, remoteDevicesOf(plants, follow), grumble)
      : undefined;
  const send = token ? (lines: readonly string[]) => replay(server, token, lines, signal) : undefined;
  const endpoints: DeviceEndpoints = {
    frame: (frame) => postFrame(server, frame),
    ...(send ? { replay: send } : {}),
    ...(broker ? { json: broker.send } : {}),
  };

  // The present begins where the history of today ends, and does not wait for the older days.
  const nowMs = Date.now();
  const tasks: Promise<unknown>[] = [];
  if (send && days > 0) {
    tasks.push(
      bringHistory({ world, plants, days, sinceMs, untilMs: nowMs, send, onProgress: print, signal }),
    );
  }
  if (args.live)
    tasks.push(live({ world, plants, fromMs: nowMs, speed, endpoints, onError: grumble, signal }));
  try {
    await Promise.all(tasks);
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    ending.abort();
    await broker?.close();
  }
}

try {
  await main();
  process.exit(0);
} catch (error) {
  const isForPeople = error instanceof UsageError || error instanceof RequestRefused || isParseError(error);
  console.error(isForPeople ? (error as Error).message : error);
  process.exit(1);
}

function isParseError(error: unknown): boolean {
  return error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}
