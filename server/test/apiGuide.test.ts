// Runs the examples of the guides to the API and to webhooks. Those whose program is not installed are skipped.
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { token } from '@helioport/contract/token';
import { webhookEvents } from '@helioport/domain/webhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SESSION_CALLS_PER_MINUTE } from '../src/app.ts';
import { signatureOf } from '../src/platform/webhook.ts';
import { startWorld, type World } from './architecture/world.ts';
import { isInstalled } from './programs.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const guideOf = (name: string) => fs.readFileSync(path.join(root, 'docs/guides', name), 'utf8');
const guide = guideOf('use-the-api.md');
const hookGuide = guideOf('webhooks.md');

/** The first example in a language. */
function exampleIn(language: string, text = guide): string {
  const found = new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(text)?.[1];
  if (!found) throw new Error(`The guide has no example in ${language}`);
  return found;
}

const run = promisify(execFile);
let world: World;
let folder: string;
let environment: NodeJS.ProcessEnv;
let sid: string;

beforeAll(async () => {
  world = await startWorld();
  const owner = await world.sessionOf('owner@demo.test');
  const plants = await world.idsOf('owner@demo.test');
  sid = plants[0]!.sid;
  const made = await owner.call(token.create, { name: 'Guide', sids: [sid] });
  const url = await world.app.http.listen({ port: 0, host: '127.0.0.1' });
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'helioport-guide-'));
  environment = { ...process.env, HELIOPORT_URL: url, HELIOPORT_TOKEN: made.token };
});
afterAll(async () => {
  fs.rmSync(folder, { recursive: true, force: true });
  await world.close();
});

async function output(file: string, text: string, program: string, args: readonly string[] = []) {
  const script = path.join(folder, file);
  fs.writeFileSync(script, text);
  const { stdout } = await run(program, [...args, script], { env: environment, cwd: root });
  return stdout;
}

/** Power values of the day and lines of the export that an example of a programming language prints. */
function expectAll(printed: string): void {
  expect(printed).toContain(`${sid} `);
  expect(printed.match(/^\S+ \d+(\.\d+)?$/gm)?.length).toBeGreaterThan(10);
  expect(Number(/\.csv (\d+) lines/.exec(printed)?.[1])).toBeGreaterThan(10);
}

describe('docs/guides/use-the-api.md', () => {
  it.skipIf(!isInstalled('curl'))('the example for curl runs', async () => {
    const printed = await output('example.sh', exampleIn('sh'), 'sh', ['-eu']);
    expect(printed).toContain(`"sid":"${sid}"`);
    expect(printed).toContain('"xAxisData"');
    expect(printed).toContain('.csv"');
  });

  it.skipIf(!isInstalled('python3'))('the example in Python runs', async () => {
    expectAll(await output('example.py', exampleIn('python'), 'python3'));
  });

  it('names the limit of the server', () => {
    expect(guide).toContain(`${SESSION_CALLS_PER_MINUTE.toLocaleString('en')} calls per minute`);
  });
});

describe('docs/guides/webhooks.md', () => {
  const body = '{"version":1,"event":"test","name":"Dach Süd"}';
  const cases: [string, string, number][] = [
    [body, 's3cret', Date.now()],
    [`${body} `, 's3cret', Date.now()],
    [body, 'other', Date.now()],
    [body, 's3cret', Date.now() - 3_600_000],
  ];
  const signed = cases.map(([sent, secret, at]) => ({ sent, signature: signatureOf(body, secret, at) }));

  it.skipIf(!isInstalled('python3'))(
    'the verification of webhooks in Python accepts genuine ones only',
    async () => {
      const calls = signed.map(
        ({ sent, signature }) =>
          `print(is_genuine(${JSON.stringify(signature)}, ${JSON.stringify(sent)}.encode(), "s3cret"))`,
      );
      const printed = await output(
        'verify.py',
        [exampleIn('python', hookGuide), ...calls, ''].join('\n'),
        'python3',
      );
      expect(printed.trim().split('\n')).toEqual(['True', 'False', 'False', 'False']);
    },
  );

  it('the verification of webhooks in TypeScript accepts genuine ones only', async () => {
    const calls = [...signed, { sent: body, signature: 'nonsense' }].map(
      ({ sent, signature }) =>
        `console.log(isGenuine(${JSON.stringify(signature)}, ${JSON.stringify(sent)}, 's3cret'));`,
    );
    const text = [exampleIn('ts', hookGuide), ...calls, ''].join('\n');
    const printed = await output('verify.mts', text, process.execPath, ['--import', 'tsx', '--no-warnings']);
    expect(printed.trim().split('\n')).toEqual(['true', 'false', 'false', 'false', 'false']);
  });

  it('lists all events, and its document has the keys of a sent one', () => {
    const listed = [...hookGuide.matchAll(/^\| `([a-z.]+)` \|/gm)].map(([, event]) => event);
    expect(listed).toEqual([...webhookEvents, 'test']);
    expect(JSON.parse(exampleIn('json', hookGuide))).toMatchObject({ version: 1, event: listed[0] });
  });
});
