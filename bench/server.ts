// The real server on loopback for benches, and a client of it that throws on anything but success.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { account } from '@helioport/contract/account';
import type { Endpoint, InputOf, OutputOf } from '@helioport/contract/endpoint';
import type { Serving } from './serverProcess.ts';
import type { BenchWorld } from './world.ts';

/**
 * Opens the API over the world's database in a process of its own, without limits that a bench would meet.
 * `sharesForMs`: for how long those who see everything are handed what one of them was; nothing unless it is said.
 * @throws when the process ends before it listens
 */
export async function startBenchServer(
  { url: databaseUrl }: Pick<BenchWorld, 'url'>,
  { sharesForMs = 0 } = {},
) {
  const server = fork(fileURLToPath(new URL('serverProcess.ts', import.meta.url)));
  const ended = once(server, 'exit');
  const url = await new Promise<string>((resolve, reject) => {
    server.once('message', (address: string) => resolve(address));
    server.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
    server.send({ databaseUrl, sharesForMs } satisfies Serving);
  });
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
    /** The token of a demo user. */
    signIn: async (email: string) =>
      (await call(account.signIn, { account: email, password: 'helioport-demo' })).tokenInfo.token,
    async close(): Promise<void> {
      server.disconnect();
      await ended;
    },
  };
}
