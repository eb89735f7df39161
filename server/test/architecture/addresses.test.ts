import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { contracts } from '@helioport/contract/contracts';
import { endpoint, open } from '@helioport/contract/endpoint';
import { noInput, nothing } from '@helioport/contract/envelope';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiCalls } from '../../src/modules.ts';
import { startTestApp, type TestApp } from '../harness.ts';
import { misplaced, otherTypes, unanswered, wronglyNamed } from './addresses.ts';

const apiFolder = fileURLToPath(new URL('../../src/api', import.meta.url));

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

describe('every call', () => {
  it('has the key and the room that its path names', () => {
    expect(wronglyNamed(contracts)).toEqual([]);
  });

  it('has its handler in the file that its path names', () => {
    expect(misplaced(contracts, apiFolder)).toEqual([]);
  });

  it('has a handler of the type of its contract', () => {
    expect(otherTypes(contracts, apiFolder)).toEqual([]);
  });

  it('is in a folder with the name of a contract', () => {
    expect(fs.readdirSync(apiFolder).filter((name) => !(name in contracts))).toEqual([]);
  });

  it('is fulfilled, and mounted under its path and its aliases', () => {
    expect(unanswered(contracts, apiCalls, app.http)).toEqual([]);
  });
});

describe('the test itself', () => {
  const lost = endpoint({
    path: 'v2/gate/open/wide',
    aliases: ['v1/gate/open'],
    summary: '',
    grant: open,
    input: noInput,
    output: nothing,
  });

  it('sees a wrong name', () => {
    expect(wronglyNamed({ gate: { opened: lost } })).toEqual(['v2/gate/open/wide stands in gate as opened']);
    expect(wronglyNamed({ gate: { openWide: lost } })).toEqual([]);
  });

  it('sees a missing and an idle file', () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'api-'));
    fs.mkdirSync(path.join(folder, 'gate'));
    fs.writeFileSync(path.join(folder, 'gate', 'shut.ts'), 'export default 1;\n');
    fs.writeFileSync(path.join(folder, 'gate', 'rows.ts'), 'export const rows = 1;\n');
    expect(misplaced({ gate: { openWide: lost } }, folder)).toEqual([
      'v2/gate/open/wide has no gate/openWide.ts',
      'gate/shut.ts answers no call',
      'gate/rows.ts answers no call: it belongs in gate/internal',
    ]);
    fs.rmSync(folder, { recursive: true });
  });

  it('sees a handler of another type', () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'api-'));
    fs.mkdirSync(path.join(folder, 'gate'));
    const write = (imported: string, type: string) =>
      fs.writeFileSync(
        path.join(folder, 'gate', 'openWide.ts'),
        `import type { gate } from '${imported}';\nexport default handler<typeof ${type}>(one);\n`,
      );
    const found = () => otherTypes({ gate: { openWide: lost } }, folder);
    write('@helioport/contract/gate', 'gate.openWide');
    expect(found()).toEqual([]);
    write('@helioport/contract/gate', 'gate.shut');
    expect(found()).toEqual(['gate/openWide.ts']);
    write('./ownGate.ts', 'gate.openWide');
    expect(found()).toEqual(['gate/openWide.ts']);
    fs.rmSync(folder, { recursive: true });
  });

  it('sees a promise that nobody keeps', () => {
    expect(unanswered({ gate: { openWide: lost } }, apiCalls, app.http)).toEqual([
      'v2/gate/open/wide is fulfilled by no room',
      'v2/gate/open/wide is not mounted',
      'v1/gate/open is not mounted',
    ]);
  });
});
