import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { programsIn, removeOldPrograms } from './postgresPrograms.ts';
import { makePrivate } from './privateFolder.ts';
import { StartRefused } from './startRefused.ts';

const isRoot = process.getuid?.() === 0;
const base = fs.mkdtempSync(path.join(isRoot ? '/var/tmp' : os.tmpdir(), 'helioport-programs-test-'));
const folder = path.join(base, 'bin');
afterAll(() => {
  vi.restoreAllMocks();
  fs.rmSync(base, { recursive: true, force: true });
});
const modeOf = (at: string) => fs.statSync(at).mode & 0o777;

describe.runIf(process.platform !== 'win32')('the programs of the embedded database', () => {
  it('are copied below the given folder once, and nobody else can write there', () => {
    const target = programsIn(folder);
    expect(path.dirname(target)).toBe(folder);
    const { ino } = fs.statSync(path.join(target, 'bin/postgres'));
    expect(programsIn(folder)).toBe(target);
    expect(fs.statSync(path.join(target, 'bin/postgres')).ino).toBe(ino);
    for (const entry of fs.readdirSync(target, { withFileTypes: true, recursive: true })) {
      const at = path.join(entry.parentPath, entry.name);
      if (!entry.isSymbolicLink()) expect(modeOf(at) & 0o022, at).toBe(0);
    }
    expect(fs.readdirSync(folder)).toEqual([path.basename(target)]);
  });

  it.each([
    [
      'a program that others may change',
      (target: string) => fs.chmodSync(path.join(target, 'bin/postgres'), 0o777),
    ],
    [
      'a program that is a link to somewhere else',
      (target: string) => {
        fs.rmSync(path.join(target, 'bin/initdb'));
        fs.symlinkSync('/bin/true', path.join(target, 'bin/initdb'));
      },
    ],
    ['a half copy', (target: string) => fs.rmSync(path.join(target, 'complete'))],
    ...(isRoot
      ? ([
          [
            'a library of another user',
            (target: string) => fs.chownSync(path.join(target, 'lib'), 65_534, 65_534),
          ],
        ] as [string, (target: string) => void][])
      : []),
  ])('are copied again in place of %s', (_what, spoil) => {
    const target = programsIn(folder);
    spoil(target);
    const before = fs.statSync(target).ino;
    expect(programsIn(folder)).toBe(target);
    expect(fs.statSync(target).ino).not.toBe(before);
    expect(fs.lstatSync(path.join(target, 'bin/initdb')).isFile()).toBe(true);
  });

  it('are not run from a folder that other users can change, or that is a link', () => {
    const open = path.join(base, 'open');
    fs.mkdirSync(open);
    fs.chmodSync(open, 0o777);
    expect(() => programsIn(open)).toThrow(StartRefused);
    expect(() => programsIn(path.join(open, 'bin'))).toThrow(/other users can change .*open/);
    const link = path.join(base, 'link');
    fs.symlinkSync(folder, link);
    expect(() => programsIn(link)).toThrow(/symbolic link/);
    if (!isRoot) return;
    const foreign = path.join(base, 'foreign');
    fs.mkdirSync(foreign);
    fs.chownSync(foreign, 65_534, 65_534);
    expect(() => programsIn(foreign)).toThrow(/other users can change/);
    // Unless that user owns the data as well.
    expect(programsIn(foreign, [65_534])).toContain(foreign);
  });

  it('of other versions and of the shared temporary folder are removed, unless they are not ours', () => {
    const target = programsIn(folder);
    const shared = path.join(base, 'tmp');
    const user = process.getuid?.();
    for (const name of [`helioport-postgres-17.1-${user}`, `helioport-postgres-17.1-${user}-aB3dEf`, 'other'])
      fs.mkdirSync(path.join(shared, name), { recursive: true });
    fs.symlinkSync(folder, path.join(shared, `helioport-postgres-17.2-${user}`));
    fs.mkdirSync(path.join(folder, 'postgres-17.1'));
    removeOldPrograms(folder, target, shared);
    expect(fs.readdirSync(folder)).toEqual([path.basename(target)]);
    expect(fs.readdirSync(shared).sort()).toEqual([`helioport-postgres-17.2-${user}`, 'other']);
  });
});

it.runIf(process.platform !== 'win32')('a data folder and its backups are closed to other users', () => {
  const data = path.join(base, 'data');
  fs.mkdirSync(path.join(data, 'backups'), { recursive: true });
  fs.chmodSync(data, 0o755);
  makePrivate(data);
  expect([modeOf(data), modeOf(path.join(data, 'backups'))]).toEqual([isRoot ? 0o711 : 0o700, 0o700]);
});
