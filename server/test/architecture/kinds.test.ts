import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { kindComparisons } from './kinds.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const folders = ['server/src', 'web/src', 'simulator/src', 'bench', 'protocol/src', 'contract/src'];
/** Reports of the simulator have a `kind` of their own: the word that their message begins with. */
const own = /^simulator\/src\//;

const files = folders.flatMap((folder) =>
  fs
    .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => `${folder}/${file}`),
);

describe('the kind of a device', () => {
  it('is compared nowhere: what it can do is asked of its entry', () => {
    expect(files.length).toBeGreaterThan(400);
    const found = files
      .filter((file) => !own.test(file))
      .flatMap((file) =>
        kindComparisons(fs.readFileSync(path.join(root, file), 'utf8')).map((line) => `${file}:${line}`),
      );
    expect(found).toEqual([]);
  });

  it.each([
    'select sum(power) filter (where l.kind = 0)',
    'where d.kind in (0, 5)',
    "and d.kind not in ('gateway')",
    "count(*) filter (where d.kind = 'microinverter')",
    "if (device.kind === 'meter') return;",
    'if (row.kind !== 2) continue;',
    "if (['meter', 'battery', 'gateway'].includes(device.kind)) return;",
    'const isProducer = !NO_PRODUCERS.has(pageTypes.get(sn) ?? 2);',
    'if (pageType === 3) return;',
  ])('is seen where somebody plants %j', (line) => {
    expect(kindComparisons(`const a = 1;\n  ${line}\n`)).toEqual([`2: ${line}`]);
  });

  it.each(["kind: 'meter'", 'kind = n.kind', "deviceKind('meter')", "arrival.kind === 'machine'"])(
    'is not taken for compared in %j',
    (line) => {
      expect(kindComparisons(line)).toEqual([]);
    },
  );
});
