// The client as it is published: packed, installed into an empty folder, compiled by a program that uses it, and run
// against a real server.
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { token } from '@helioport/contract/token';
import { startWorld, type World } from '@helioport/server/test/architecture/world';
import { afterAll, beforeAll, expect, it } from 'vitest';

const run = promisify(execFile);
const root = fileURLToPath(new URL('..', import.meta.url));
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'helioport-client-'));
const installed = path.join(folder, 'node_modules/@helioport/client');

let world: World;
let url: string;
let accessToken: string;
let sid: string;

beforeAll(async () => {
  await run('npm', ['pack', '-w', 'client', '--pack-destination', folder], { cwd: root });
  const [archive = ''] = fs.readdirSync(folder).filter((name) => name.endsWith('.tgz'));
  fs.mkdirSync(installed, { recursive: true });
  await run('tar', ['-xzf', path.join(folder, archive), '--strip-components=1', '-C', installed]);
  fs.writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');

  world = await startWorld();
  const owner = await world.sessionOf('owner@demo.test');
  sid = (await world.idsOf('owner@demo.test'))[0]!.sid;
  accessToken = (await owner.call(token.create, { name: 'Client', sids: [sid], canWrite: true })).token;
  url = await world.app.http.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await world?.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

/** Compiles a program against the installed package, with its types, and returns what it prints. */
async function output(name: string, text: string, portal = url): Promise<string> {
  fs.writeFileSync(path.join(folder, `${name}.ts`), text);
  const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
  const flags = '--strict --target es2023 --module nodenext --lib es2023,dom,dom.iterable,dom.asynciterable';
  const types = ['--types', 'node', '--typeRoots', path.join(root, 'node_modules/@types')];
  await run(process.execPath, [tsc, ...flags.split(' '), ...types, `${name}.ts`], { cwd: folder }).catch(
    (error: { stdout: string }) => {
      throw new Error(error.stdout);
    },
  );
  const env = { ...process.env, HELIOPORT_URL: portal, HELIOPORT_TOKEN: accessToken, HELIOPORT_SID: sid };
  return (await run(process.execPath, [`${name}.js`], { cwd: folder, env })).stdout;
}

const exampleIn = (readme: string) => /```ts\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';

it('runs the example of its README', async () => {
  const { dependencies, private: isPrivate } = JSON.parse(
    fs.readFileSync(path.join(installed, 'package.json'), 'utf8'),
  ) as { dependencies?: object; private?: boolean };
  expect([dependencies, isPrivate]).toEqual([undefined, undefined]);
  const printed = await output(
    'example',
    exampleIn(fs.readFileSync(path.join(installed, 'README.md'), 'utf8')),
  );
  expect(printed).toContain(`${sid} `);
  expect(printed.match(/^\S+ \d+(\.\d+)?$/gm)?.length).toBeGreaterThan(10);
  expect(printed).toMatch(/^4040 \S/m);
  expect(Number(/^text\/plain.* (\d+) bytes$/m.exec(printed)?.[1])).toBeGreaterThan(1000);
});

it('logs in, names failures by their keys, and reads an archive as a stream', async () => {
  const printed = await output(
    'session',
    `import { CallFailure, ConnectionFailure, createClient, isFailure, type Schemas } from '@helioport/client';
const portal = createClient({ url: process.env.HELIOPORT_URL! });
const rejection = (promise: Promise<unknown>): Promise<unknown> => promise.then(() => 'none', (error: unknown) => error);

const anonymous = await rejection(portal.site.listWithSN());
console.log('anonymous', isFailure(anonymous, 'session.expired'), isFailure(anonymous, 'site.unknown'), isFailure('x'));
const wrong = await rejection(portal.logIn('owner@demo.test', 'wrong password'));
console.log('wrong', wrong instanceof CallFailure && wrong.key);
await portal.logIn('owner@demo.test', 'helioport-demo');
const info: Schemas['account.info.output'] = await portal.account.info();
console.log('logged in as', info.email);

const { address } = await portal.site.archive({ sid: process.env.HELIOPORT_SID! });
const { fileName, type, body } = await portal.download(address);
const reader = body.getReader();
let bytes = 0;
let first = '';
for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
  if (first === '') first = Array.from(piece.value.slice(0, 2)).join(' ');
  bytes += piece.value.length;
}
console.log('archive', fileName, type, first, bytes > 1000);

const file = new Blob(['not a picture'], { type: 'image/png' });
const picture = await rejection(portal.account.avatar({ file }));
console.log('picture', picture instanceof CallFailure && picture.key);
const gone = await rejection(portal.download('/archives/none'));
console.log('gone', gone instanceof CallFailure && gone.key);
console.log('elsewhere', (await rejection(portal.download('https://other.example/x'))) instanceof TypeError);
console.log('ended', await rejection(portal.account.info({}, { signal: AbortSignal.abort('by me') })));
console.log('late', (await rejection(portal.account.info({}, { timeoutMs: 0 }))) instanceof ConnectionFailure);
await portal.logOut();
console.log('logged out', isFailure(await rejection(portal.site.listWithSN()), 'session.expired'));

// @ts-expect-error: the plant is missing.
await rejection(portal.site.archive({}));
// @ts-expect-error: no such failure.
isFailure(wrong, 'site.unknwon');
`,
  );
  expect(printed.trim().split('\n')).toEqual([
    'anonymous true false false',
    'wrong account.wrongPassword',
    'logged in as owner@demo.test',
    expect.stringMatching(`^archive ${sid}_\\S+\\.tar\\.gz application/gzip 31 139 true$`),
    'picture picture.invalid',
    'gone path.unknown',
    'elsewhere true',
    'ended by me',
    'late true',
    'logged out true',
  ]);
});

it('honors Retry-After once, repeats no write after 503, and follows no redirect', async () => {
  const requests: string[] = [];
  let answers: { status: number; headers?: http.OutgoingHttpHeaders; body?: string }[] = [];
  const server = http.createServer((request, response) => {
    requests.push(request.url ?? '');
    const { status, headers, body = '' } = answers.shift()!;
    request.resume().on('end', () => response.writeHead(status, headers).end(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const failing = (code: number) => JSON.stringify({ code, msg: 'Wait', data: null });
  const done = { status: 200, body: JSON.stringify({ code: 200, msg: '', data: { list: [], total: 0 } }) };
  const late = (status: number, seconds = '1') => ({
    status,
    body: failing(status),
    headers: { 'retry-after': seconds },
  });
  answers = [
    late(429),
    done,
    late(429),
    late(429),
    late(503),
    done,
    late(503),
    late(429, '3600'),
    late(429, '-1'),
    { status: 302, headers: { location: '/elsewhere' } },
    { status: 200, body: '<html>Log in to the network</html>' },
  ];
  const printed = await output(
    'retry',
    `import { CallFailure, ConnectionFailure, createClient } from '@helioport/client';
const { site } = createClient({ url: process.env.HELIOPORT_URL!, token: 'hp_x' });
const show = async (promise: Promise<unknown>) => {
  try {
    await promise;
    console.log('done');
  } catch (error) {
    if (error instanceof CallFailure) console.log(error.key, error.retryAfterS);
    else console.log(error instanceof ConnectionFailure, (error as ConnectionFailure).status);
  }
};
await show(site.listWithSN());
await show(site.listWithSN());
await show(site.listWithSN());
await show(site.archive({ sid: 'x' }));
for (let i = 0; i < 4; i++) await show(site.listWithSN());
`,
    `http://127.0.0.1:${(server.address() as AddressInfo).port}/helioport`,
  );
  server.close();
  expect(printed.trim().split('\n')).toEqual([
    'done',
    'request.tooMany 1',
    'done',
    'server.busy 1',
    'request.tooMany 3600',
    'request.tooMany undefined',
    'true undefined',
    'true 200',
  ]);
  expect(new Set(requests)).toEqual(new Set(['/helioport/v2/site/listWithSN', '/helioport/v2/site/archive']));
  expect(requests).toHaveLength(11);
});
