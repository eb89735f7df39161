// Device side of the soak test, in a separate process: frames at an even rate over persistent connections, until
// stopped. Reports every second how many were sent and how many were answered with the time.
import http from 'node:http';
import { benchFrame } from './frame.ts';

export interface Soaking {
  port: number;
  serials: readonly string[];
  /** Frames a second, of all devices together. */
  rate: number;
}

export interface Soaked {
  sent: number;
  answered: number;
  /** Frames that got no time for an answer. */
  failed: number;
  isOver: boolean;
}

const CONNECTIONS = 200;
const TICK_MS = 50;
/** Frames on their way beyond which devices wait, as their own time-outs would make them. */
const MOST_ON_THEIR_WAY = 5_000;
const CLOCK = /^\d{14}$/;
/** Counters begin again after so many steps, long before a frame has no room for them. */
const STEPS = 400;

const counts: Soaked = { sent: 0, answered: 0, failed: 0, isOver: false };

function post(agent: http.Agent, port: number, body: Uint8Array): void {
  counts.sent++;
  let isCounted = false;
  const count = (outcome: 'answered' | 'failed') => {
    if (!isCounted) counts[outcome]++;
    isCounted = true;
  };
  const headers = { 'content-length': body.length };
  const request = http.request(
    { agent, port, host: '127.0.0.1', method: 'POST', path: '/t.php', headers },
    (response) => {
      let answer = '';
      response.setEncoding('latin1');
      response.on('data', (text: string) => {
        answer += text;
      });
      response.on('end', () => count(CLOCK.test(answer) ? 'answered' : 'failed'));
      response.on('error', () => count('failed'));
    },
  );
  request.on('error', () => count('failed'));
  request.end(body);
}

process.once('message', ({ port, serials, rate }: Soaking) => {
  const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const startedAt = performance.now();
  const inFlight = () => counts.sent - counts.answered - counts.failed;
  const sending = setInterval(() => {
    const due = ((performance.now() - startedAt) / 1000) * rate;
    while (counts.sent < due && inFlight() < MOST_ON_THEIR_WAY) {
      const device = counts.sent % serials.length;
      const step = Math.floor(counts.sent / serials.length) % STEPS;
      post(agent, port, benchFrame(serials[device]!, device, step));
    }
  }, TICK_MS);
  const telling = setInterval(() => process.send?.(counts), 1_000);
  process.once('message', () => {
    clearInterval(sending);
    const waiting = setInterval(() => {
      if (inFlight() > 0) return;
      clearInterval(waiting);
      clearInterval(telling);
      process.send?.({ ...counts, isOver: true }, () => process.exit(0));
    }, TICK_MS);
  });
});
