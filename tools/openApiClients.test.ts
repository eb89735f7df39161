// Public generators read the OpenAPI document of a real server, and their clients read a plant.
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { token } from '@helioport/contract/token';
import { addOpenApi } from '@helioport/server/http/openapi';
import { createHttpServer, type FastifyInstance } from '@helioport/server/platform/http';
import { createLog } from '@helioport/server/platform/log';
import { startWorld, type World } from '@helioport/server/test/architecture/world';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, expect, it } from 'vitest';

const run = promisify(execFile);
const root = fileURLToPath(new URL('..', import.meta.url));
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'helioport-openapi-'));

let world: World;
let documents: FastifyInstance;
let url: string;
let documentUrl: string;

beforeAll(async () => {
  world = await startWorld();
  url = await world.app.http.listen({ port: 0, host: '127.0.0.1' });
  documents = await createHttpServer({ log: createLog('silent'), trustsProxy: false });
  addOpenApi(documents);
  documentUrl = `${await documents.listen({ port: 0, host: '127.0.0.1' })}/openapi.json`;
});
afterAll(async () => {
  await documents?.close();
  await world?.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

it('is a valid OpenAPI 3.1 document', async () => {
  const document = (await (await fetch(documentUrl)).json()) as Record<string, unknown>;
  const { valid, errors } = await new Validator().validate(document);
  expect({ valid, errors }).toEqual({ valid: true, errors: undefined });
});

it('gives openapi-typescript and openapi-fetch a client that reads a plant', async () => {
  const owner = await world.sessionOf('owner@demo.test');
  const { sid } = (await world.idsOf('owner@demo.test'))[0]!;
  const { token: accessToken } = await owner.call(token.create, { name: 'OpenAPI', sids: [sid] });

  const generator = path.join(root, 'client/node_modules/openapi-typescript/bin/cli.js');
  await run(process.execPath, [generator, documentUrl, '-o', path.join(folder, 'api.d.ts')]);
  fs.symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  fs.writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
  fs.writeFileSync(
    path.join(folder, 'program.ts'),
    `import createClient from 'openapi-fetch';
import type { components, paths } from './api.d.ts';

const { HELIOPORT_URL: baseUrl = '', HELIOPORT_TOKEN: token = '' } = process.env;
const client = createClient<paths>({ baseUrl, headers: { authorization: \`Bearer \${token}\` } });

const { data: plants } = await client.POST('/v2/site/listWithSN', { body: { page: { size: 100, num: 0 } } });
if (plants?.code !== 200) throw new Error(plants?.msg);
const plant: components['schemas']['SiteRow'] = plants.data.list[0]!;
console.log('plant', plant.sid);

const { data: chart } = await client.POST('/v2/site/statistics/echarts', { body: { sid: plant.sid, types: 11 } });
if (chart?.code !== 200) throw new Error(chart?.msg);
const power: (number | null)[] = chart.data.series[0]?.data ?? [];
console.log('values', power.filter((watts) => watts !== null).length > 10);

const { data: devices } = await client.POST('/v2/device/list', { body: { filters: { sid: plant.sid } } });
if (devices?.code !== 200) throw new Error(devices?.msg);
console.log('devices', devices.data.list.length > 0);

const { data: failure } = await client.POST('/v2/site/statistics/echarts', { body: { sid: 'XX_20200101_none', types: 11 } });
console.log('failure', failure?.code);
const { error, response } = await client.POST('/v2/account/info', { body: {} });
console.log('error', response.status, error?.code);
const anonymous = createClient<paths>({ baseUrl });
console.log('anonymous', (await anonymous.POST('/v2/site/listWithSN')).error?.code);

// @ts-expect-error: the plant is missing.
await client.POST('/v2/site/statistics/echarts', { body: { types: 11 } });
`,
  );
  const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
  const flags =
    '--strict --skipLibCheck false --target es2023 --module nodenext --lib es2023,dom,dom.iterable';
  const types = ['--types', 'node', '--typeRoots', path.join(root, 'node_modules/@types')];
  await run(process.execPath, [tsc, ...flags.split(' '), ...types, 'program.ts'], { cwd: folder }).catch(
    (error: { stdout: string }) => {
      throw new Error(error.stdout);
    },
  );
  const env = { ...process.env, HELIOPORT_URL: url, HELIOPORT_TOKEN: accessToken };
  const { stdout } = await run(process.execPath, ['program.js'], { cwd: folder, env });
  expect(stdout.trim().split('\n')).toEqual([
    `plant ${sid}`,
    'values true',
    'devices true',
    'failure 4040',
    'error 403 403',
    'anonymous 401',
  ]);
});
