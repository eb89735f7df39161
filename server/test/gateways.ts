// Gateways that post frames without end, say the same again until they are answered, and remember what was answered.
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { encodeFrame } from '@helioport/protocol/nep/frame';
import { frameFromReading } from '@helioport/protocol/nep/reading';

/** The n-th frame of a device: its energy counter is n counts, by which it is recognised afterwards. */
function numberedFrame(serial: string, n: number): Uint8Array {
  const words = frameFromReading({
    serial,
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
  return encodeFrame({ ...words, energyRaw: n });
}

export interface Gateway {
  serial: string;
  /** Frames that were answered with the time. */
  answered: number[];
  /** Times that no answer came. */
  unanswered: number;
  /** Answers that are none, which a device would take for a yes. */
  foreign: string[];
  /** Resolves when the frame under way was answered. */
  stop(): Promise<void>;
}

const EVERY_MS = 40;

/** Starts one that posts to `port`; `isKept`: over one connection as long as it holds, else over one per frame. */
export function startGateway(port: number, serial: string, isKept: boolean): Gateway {
  const agent = new http.Agent({ keepAlive: isKept, maxSockets: 1 });
  let isRunning = true;
  const own: Gateway = {
    serial,
    answered: [],
    unanswered: 0,
    foreign: [],
    async stop() {
      isRunning = false;
      await working;
      agent.destroy();
    },
  };
  const working = (async () => {
    for (let n = 1; isRunning; ) {
      const answer = await post(port, numberedFrame(serial, n), agent);
      if (answer === undefined) own.unanswered++;
      else if (/^200 \d{14}$/.test(answer)) own.answered.push(n++);
      else own.foreign.push(answer);
      await sleep(EVERY_MS);
    }
  })();
  return own;
}

/** Status and body of the answer; undefined where none came. */
function post(port: number, body: Uint8Array, agent: http.Agent): Promise<string | undefined> {
  return new Promise((resolve) => {
    const request = http.request(
      { port, host: '127.0.0.1', method: 'POST', path: '/t.php', agent, timeout: 20_000 },
      (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
        response.on('end', () => resolve(`${response.statusCode} ${text}`));
        response.on('error', () => resolve(undefined));
      },
    );
    request.on('timeout', () => request.destroy());
    request.on('error', () => resolve(undefined));
    request.end(body);
  });
}
