import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DAY_MS } from '@helioport/domain/duration';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../test/harness.ts';
import { createLog } from '../platform/log.ts';
import { backupState } from '../repositories/backups.ts';
import { isBackupDue, takeDailyBackup } from './backUps.ts';

const at = (text: string) => Date.parse(`${text}Z`);
const log = createLog('silent');

let database: TestDatabase;
let into: string;

beforeAll(async () => {
  database = await freshDatabase();
  into = fs.mkdtempSync(path.join(os.tmpdir(), 'helioport-daily-'));
});
afterAll(async () => {
  await database.close();
  fs.rmSync(into, { recursive: true, force: true });
});

const partsAt = (nowMs: number, backups: { into: string; keep: number } | undefined = { into, keep: 2 }) => ({
  db: database.db,
  databaseUrl: database.url,
  clock: () => nowMs,
  log,
  backups,
});
const dailies = () => fs.readdirSync(into).filter((name) => name.endsWith('-daily'));

describe('a daily backup', () => {
  it.each([
    ['the night has come', '2026-05-02T01:00', '2026-05-01T01:10', true],
    ['this night has one', '2026-05-02T09:00', '2026-05-02T01:10', false],
    ['the night has not come', '2026-05-02T00:59', '2026-05-01T01:10', false],
    ['it was off for a week', '2026-05-09T18:00', '2026-05-01T01:10', true],
  ])('is due by the night: %s', (_what, now, last, due) => {
    expect(isBackupDue(at(now), at(last), at('2026-01-01T00:00'))).toBe(due);
  });

  it('is known to be wanted before the first', async () => {
    expect(await backupState(database.db)).toBeNull();
    expect(await takeDailyBackup(partsAt(Date.now()))).toBe(false);
    expect(await backupState(database.db)).toEqual({ last: null, trouble: null });
  });

  it('waits until a house is a day old', () => {
    const now = at('2026-05-02T09:00');
    expect(isBackupDue(now, null, now - DAY_MS + 1)).toBe(false);
    expect(isBackupDue(now, null, now - DAY_MS - 1)).toBe(true);
  });

  it('is taken once, by however many processes, and the oldest go', async () => {
    const first = Date.now() + 2 * DAY_MS;
    for (const day of [0, 1, 2]) {
      const took = await Promise.all([1, 2, 3].map(() => takeDailyBackup(partsAt(first + day * DAY_MS))));
      expect(took.filter(Boolean)).toHaveLength(1);
      expect(await takeDailyBackup(partsAt(first + day * DAY_MS))).toBe(false);
    }
    expect(dailies()).toHaveLength(2);
    const state = await backupState(database.db);
    expect(state).toMatchObject({ last: { takenAt: first + 2 * DAY_MS }, trouble: null });
    expect(state?.last?.bytes).toBeGreaterThan(1000);
  });

  it('says why it could not be taken, keeps what it has, and is silent where none are wanted', async () => {
    const blocked = path.join(into, 'a-file');
    fs.writeFileSync(blocked, '');
    const before = await backupState(database.db);
    const later = Date.now() + 9 * DAY_MS;
    expect(await takeDailyBackup(partsAt(later, { into: blocked, keep: 2 }))).toBe(false);
    const state = await backupState(database.db);
    expect(state?.last).toEqual(before?.last);
    expect(state?.trouble).toMatchObject({ at: later, reason: expect.stringContaining('a-file') });
    expect(await takeDailyBackup({ ...partsAt(later), backups: undefined })).toBe(false);
    expect(await backupState(database.db)).toBeNull();
  });
});
