// The real server on loopback for benches, and a client of it that throws on anything but success.
import { account } from '@helioport/contract/account';
import type { Endpoint, InputOf, OutputOf } from '@helioport/contract/endpoint';
import { createApp } from '@helioport/server/app';
import { readConfig } from '@helioport/server/config';
import { createLog } from '@helioport/server/platform/log';
import { createMetrics } from '@helioport/server/platform/metrics';
import { noWeather } from '@helioport/server/platform/weather';
import { rooms } from '@helioport/server/rooms';
import type { BenchWorld } from './world.ts';

/**
 * Opens the API over the world's database, without limits that a bench would meet. `sharesForMs`: for how long those who
 * see everything are handed what one of them was; nothing unless it is said.
 */
export async function startBenchServer(
  { db, reads }: Pick<BenchWorld, 'db' | 'reads'>,
  { sharesForMs = 0 } = {},
) {
  const app = await createApp({
    db,
    reads,
    clock: () => Date.now(),
    log: createLog('silent'),
    metrics: createMetrics(),
    // The people of the demo world are those who sign in.
    services: { config: readConfig({ DEMO: 'on' }), weather: noWeather, keyOf: () => '', demoLogins: [] },
    rooms,
    sharesForMs,
    checksAnswers: false,
    strangerCallsPerMinute: 100_000,
    sessionCallsPerMinute: 100_000,
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  async function call<E extends Endpoint>(endpoint: E, input: InputOf<E>, token = ''): Promise<OutputOf<E>> {
    const answer = await fetch(`${url}/${endpoint.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: token },
      body: JSON.stringify(input),
    });
    const { code, msg, data } = (await answer.json()) as { code: number; msg: string; data: OutputOf<E> };
    if (code !== 200) throw new Error(`${endpoint.path}: ${code} ${msg}`);
    return data;
  }
  return {
    call,
    /** The token of somebody of the demo world. */
    signIn: async (email: string) =>
      (await call(account.signIn, { account: email, password: 'helioport-demo' })).tokenInfo.token,
    close: () => app.close(),
  };
}
