import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createTerminalLog } from './log.ts';
import { createLogFile } from './logFile.ts';

const base = fs.mkdtempSync(path.join(os.tmpdir(), 'helioport-log-'));
afterAll(() => fs.rmSync(base, { recursive: true }));

it('keeps a bounded number of bounded files that only the owner can read', () => {
  const folder = path.join(base, 'logs');
  const file = createLogFile(folder, { largestBytes: 1_000, keptFiles: 3 });
  const lines = Array.from({ length: 100 }, (_, i) => `${String(i).padStart(3, '0')} ${'x'.repeat(95)}\n`);
  for (const line of lines) file.write(line);
  expect(fs.readdirSync(folder).sort()).toEqual(['helioport.1.log', 'helioport.2.log', 'helioport.log']);
  const text = ['helioport.2.log', 'helioport.1.log', 'helioport.log'].map((name) => {
    const at = path.join(folder, name);
    expect(fs.statSync(at).size).toBeLessThanOrEqual(1_000);
    expect(fs.statSync(at).mode & 0o777).toBe(0o600);
    return fs.readFileSync(at, 'utf8');
  });
  expect(fs.statSync(folder).mode & 0o777).toBe(0o700);
  // The newest lines, none lost between the files.
  const kept = text.join('');
  expect(kept.length).toBeGreaterThan(2_000);
  expect(lines.join('').endsWith(kept)).toBe(true);
});

it('continues the file of an earlier start', () => {
  const folder = path.join(base, 'again');
  createLogFile(folder, { largestBytes: 10 }).write('first\n');
  createLogFile(folder, { largestBytes: 10 }).write('second\n');
  expect(fs.readFileSync(path.join(folder, 'helioport.1.log'), 'utf8')).toBe('first\n');
  expect(fs.readFileSync(path.join(folder, 'helioport.log'), 'utf8')).toBe('second\n');
});

it('does not follow a link and does not fail without a folder', () => {
  const folder = path.join(base, 'linked');
  fs.mkdirSync(folder);
  const other = path.join(base, 'other');
  fs.writeFileSync(other, 'kept');
  fs.symlinkSync(other, path.join(folder, 'helioport.log'));
  createLogFile(folder).write('line\n');
  expect(fs.readFileSync(other, 'utf8')).toBe('kept');
  createLogFile(path.join(other, 'no-folder')).write('line\n');
});

it('writes all lines of the level to the file and errors as sentences for people, repeated ones once', () => {
  const file = createLogFile(path.join(base, 'terminal'));
  const shown: string[] = [];
  const log = createTerminalLog('info', file, (line) => shown.push(line));
  log.info({ url: 'http://127.0.0.1' }, 'ready');
  log.debug('hidden');
  for (let i = 0; i < 3; i++) log.error({ err: new Error('disk full') }, 'backup failed');
  log.error({ detail: 'signal 9' }, 'database ended');
  const entries = fs.readFileSync(file.path, 'utf8').trim().split('\n');
  expect(entries.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
    'ready',
    'backup failed',
    'backup failed',
    'backup failed',
    'database ended',
  ]);
  expect(shown).toEqual([
    `Error: backup failed: disk full (details in ${file.path})`,
    `Error: database ended (details in ${file.path})`,
  ]);
});
