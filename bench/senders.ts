// Device side of the bench, in a separate process so that it does not count as server load: sends frames over one
// connection each or over persistent connections, or publishes reports to the broker, and returns the duration in ms.
import http from 'node:http';
import net from 'node:net';
import { topicOf } from '@helioport/protocol/helioport/topics';
import mqtt from 'mqtt';
import { benchFrame, benchReport } from './frame.ts';

export type SendKind = 'each' | 'kept' | 'mqtt';

export interface Sending {
  kind: SendKind;
  port: number;
  serials: readonly string[];
  /** Total number of messages, and number of concurrent ones. */
  count: number;
  atOnce: number;
  /** Rounds differ in what they say, or they would be repetitions. */
  round: number;
  /** Secret of the broker. */
  token?: string;
}

const CLOCK = /\d{14}$/;

/** One frame over a connection of its own, as an inverter does it. */
function postAlone(port: number, body: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = net.connect({ port, host: '127.0.0.1', noDelay: true }, () => {
      const head = `POST /t.php HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n`;
      socket.write(Buffer.concat([Buffer.from(head), body]));
    });
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
    });
    socket.on('error', reject);
    socket.on('close', () => (CLOCK.test(answer) ? resolve() : reject(new Error(`no time in ${answer}`))));
  });
}

function postKept(agent: http.Agent, port: number, body: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = http.request(
      {
        agent,
        port,
        host: '127.0.0.1',
        method: 'POST',
        path: '/t.php',
        headers: { 'content-length': body.length },
      },
      (response) => {
        let answer = '';
        response.on('data', (chunk: Buffer) => {
          answer += chunk.toString('latin1');
        });
        response.on('end', () =>
          CLOCK.test(answer) ? resolve() : reject(new Error(`no time in ${answer}`)),
        );
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

/** Hands out one message at a time to as many as may be on their way. */
async function inTurns(
  messages: readonly unknown[],
  atOnce: number,
  send: (i: number) => Promise<unknown>,
): Promise<number> {
  let next = 0;
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let i = next++; i < messages.length; i = next++) await send(i);
    }),
  );
  return performance.now() - startedAt;
}

/** A few bridges, each publishing for many devices, as in the portal's guide. */
const BRIDGES = 8;

async function publish({ port, token, count, serials, round, atOnce }: Sending): Promise<number> {
  const bridges = await Promise.all(
    Array.from({ length: BRIDGES }, (_, i) =>
      mqtt.connectAsync(`mqtt://127.0.0.1:${port}`, {
        username: 'bridge',
        clientId: `bench-${process.pid}-${i}`,
        ...(token === undefined ? {} : { password: token }),
      }),
    ),
  );
  const sns = Array.from({ length: count }, (_, i) => serials[i % serials.length]!);
  const texts = sns.map((_, i) => JSON.stringify(benchReport(i, stepOf(i, serials, round))));
  const ms = await inTurns(texts, atOnce, (i) =>
    bridges[i % BRIDGES]!.publishAsync(topicOf(sns[i]!, 'report'), texts[i]!, { qos: 1 }),
  );
  await Promise.all(bridges.map((bridge) => bridge.endAsync()));
  return ms;
}

const stepOf = (i: number, serials: readonly string[], round: number): number =>
  1 + round * 50 + Math.floor(i / serials.length);

async function work(sending: Sending): Promise<number> {
  const { kind, port, serials, count, round, atOnce } = sending;
  if (kind === 'mqtt') return await publish(sending);
  const bodies = Array.from({ length: count }, (_, i) =>
    benchFrame(serials[i % serials.length]!, i, stepOf(i, serials, round)),
  );
  if (kind === 'each') return await inTurns(bodies, atOnce, (i) => postAlone(port, bodies[i]!));
  const agent = new http.Agent({ keepAlive: true, maxSockets: atOnce });
  const ms = await inTurns(bodies, atOnce, (i) => postKept(agent, port, bodies[i]!));
  agent.destroy();
  return ms;
}

process.once('message', (sending: Sending) => {
  work(sending).then(
    (ms) => process.send?.(ms, () => process.exit(0)),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
