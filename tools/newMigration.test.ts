import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nextMigration } from './newMigration.ts';

let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'migrations-'));
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

describe('npm run db:new', () => {
  it('counts on from the highest number', () => {
    fs.writeFileSync(path.join(folder, '0009_plants.sql'), '');
    fs.writeFileSync(path.join(folder, 'README.md'), '');
    expect(nextMigration(folder, 'device commands')).toBe(path.join(folder, '0010_device_commands.sql'));
  });

  it('begins with 0001', () => {
    expect(nextMigration(folder, 'people')).toBe(path.join(folder, '0001_people.sql'));
  });

  it.each(['', '../etc', 'Ärger', '12'])('refuses the name %j', (name) => {
    expect(() => nextMigration(folder, name)).toThrow('Name the migration after its change');
  });
});
