// What bench/crash.ts kills, and who reports to it meanwhile.
import { type ChildProcess, spawn } from 'node:child_process';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { encodeFrame } from '@helioport/protocol/nep/frame';
import { frameFromReading } from '@helioport/protocol/nep/reading';

const ANSWER_WITHIN_MS = 20_000;
const UP_WITHIN_MS = 120_000;
const main = fileURLToPath(new URL('../server/src/main.ts', import.meta.url));

export const serialOf = (device: number) => (0xc0000000 + device).toString(16).toUpperCase();

/** A frame with the daily counter `counts`, by which it is identified afterwards. */
export function frame(device: number, counts: number): Uint8Array {
  const words = frameFromReading({
    serial: serialOf(device),
    modelByte: 0xe6,
    stateByte: 6,
    powerW: 500,
    dcVoltageV: 33,
    acVoltageV: 230,
    frequencyHz: 50,
    temperatureC: 30,
    energyTodayWh: 0,
    statusBits: 0,
    channels: Array.from({ length: 4 }, () => ({ voltageV: 33, powerW: 125, energyTodayWh: 0 })),
  });
  return encodeFrame({ ...words, energyRaw: counts });
}

/** True if the device received the time, which acknowledges that its frame is stored. */
function post(port: number, body: Uint8Array, from?: string): Promise<boolean> {
  return new Promise((resolve) => {
    let answer = '';
    const localAddress = from === undefined ? {} : { localAddress: from };
    const socket = net.connect({ port, host: '127.0.0.1', ...localAddress }, () => {
      const head = `POST /t.php HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n`;
      socket.write(Buffer.concat([Buffer.from(head), body]));
    });
    socket.setTimeout(ANSWER_WITHIN_MS, () => socket.destroy());
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(/\r\n\r\n\d{14}$/.test(answer)));
  });
}

export async function freePort(): Promise<number> {
  return await new Promise((resolve) => {
    const probe = net.createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as net.AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}

/** Starts a part of the product as a separate process; resolves when it is ready. */
export async function startPart(environment: Record<string, string>): Promise<ChildProcess> {
  const env = { ...process.env, DEMO: 'off', MQTT: 'off', LOG_LEVEL: 'fatal', ...environment };
  const child = spawn(process.execPath, ['--import', 'tsx', main], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    const tooLate = setTimeout(() => reject(new Error('a part did not come up')), UP_WITHIN_MS);
    let words = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      words += chunk.toString();
      if (!words.includes('ready')) return;
      clearTimeout(tooLate);
      resolve();
    });
    child.once('exit', (code) => reject(new Error(`a part ended with ${code} before it was ready`)));
  });
  return child;
}

/** Sends the signal and waits for the process to end. */
export async function kill(child: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await gone;
}

/** Devices that report without end, repeat a frame until it is acknowledged, and remember what was. */
export function startDevices(
  port: number,
  devices: number,
  { everyMs = 20, from }: { everyMs?: number; from?: string } = {},
) {
  const answered = new Map<number, number[]>();
  let isRunning = true;
  let unanswered = 0;
  const running = Array.from({ length: devices }, async (_, device) => {
    const mine: number[] = [];
    answered.set(device, mine);
    for (let n = 1; isRunning && n < 0x10000; ) {
      if (await post(port, frame(device, n), from)) mine.push(n++);
      else {
        unanswered++;
        await sleep(50);
      }
      await sleep(everyMs);
    }
  });
  const count = () => [...answered.values()].reduce((sum, list) => sum + list.length, 0);
  return {
    answered,
    count,
    unanswered: () => unanswered,
    /** Resolves when devices are answered again. */
    async isServed() {
      const before = count();
      const deadline = Date.now() + UP_WITHIN_MS;
      while (count() < before + devices) {
        if (Date.now() > deadline) throw new Error('devices are no longer answered');
        await sleep(50);
      }
    },
    async stop() {
      isRunning = false;
      await Promise.all(running);
    },
  };
}
