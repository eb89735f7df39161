import { overview } from '@helioport/contract/overview';
import { DAY_MS, MINUTE_MS } from '@helioport/domain/duration';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeDevice } from '../../seed/make.ts';
import { makeReading, storeReadings } from '../../seed/makeReadings.ts';
import type { Caller } from '../../test/harness.ts';
import { type People, startPeople } from '../../test/people.ts';
import { inTransaction } from '../platform/db.ts';
import { createLog } from '../platform/log.ts';
import { openClockNotes } from '../repositories/clockNotes.ts';
import { type ClockWatch, watchClock } from './watchClock.ts';

const NOW = Date.UTC(2026, 5, 21, 12);

let people: People;
let admin: Caller;
let wall = NOW;
let awake = 0;
let watches: ClockWatch[] = [];

const db = () => people.app.database.db;
const notes = () => openClockNotes(db());
const health = () => people.app.setNow(wall) ?? admin.call(overview.health, {});

/** A start of the portal at this time of its clock. */
async function start(at: number, builtMs: number | null = null): Promise<ClockWatch> {
  wall = at;
  const watch = await watchClock({
    db: db(),
    clock: () => wall,
    log: createLog('silent'),
    builtMs,
    counters: () => ({ awakeMs: awake, uptimeMs: awake }),
  });
  watches.push(watch);
  return watch;
}

/** Advances the time, optionally setting the clock. */
async function later(watch: ClockWatch, ms: number, setBy = 0): Promise<void> {
  awake += ms;
  wall += ms + setBy;
  await watch.look();
}

async function reading(): Promise<void> {
  const { rows } = await sql<{ siteId: number; deviceId: number }>`
    select site_id as "siteId", id as "deviceId" from devices where site_id is not null limit 1`.execute(
    db(),
  );
  await storeReadings(
    people.app.database.pool,
    [makeReading({ ...rows[0]!, timeZone: 'UTC' }, wall, { power: 5 })],
    wall,
  );
}

beforeAll(async () => {
  people = await startPeople({ now: NOW });
  admin = await people.as('admin');
  await inTransaction(db(), 'write', async (tx) => {
    const { rows } = await sql<{ id: number }>`select id from sites where sid = ${people.sid.alpha}`.execute(
      tx,
    );
    await makeDevice(tx, rows[0]!.id);
  });
});
afterAll(() => people.close());
beforeEach(async () => {
  for (const watch of watches) await watch.stop();
  watches = [];
  await sql`truncate clock_notes, reading, latest, site_latest`.execute(db());
  await sql`delete from settings where name = 'clock.run'`.execute(db());
});

describe('the watch over the clock', () => {
  it('says nothing of a clock that is right, stopped for weeks, slept or corrected by seconds', async () => {
    let watch = await start(NOW);
    await reading();
    await later(watch, 2 * MINUTE_MS, 5_000);
    await watch.stop();
    watch = await start(NOW + 25 * DAY_MS);
    await later(watch, 2 * MINUTE_MS);
    expect(watch.isSuspect()).toBe(false);
    expect(await notes()).toEqual([]);
  });

  it('sees a start far ahead, and how far it was when it is set right while running', async () => {
    await later(await start(NOW), 2 * MINUTE_MS);
    await reading();
    const watch = await start(NOW + 1_200 * DAY_MS);
    expect(watch.isWrong()).toBe(true);
    await reading();
    await later(watch, 5 * MINUTE_MS);
    await later(watch, 10_000, -1_200 * DAY_MS);
    expect([watch.isSuspect(), watch.isWrong()]).toEqual([true, false]);
    const [note] = await notes();
    expect(note).toMatchObject({
      kind: 'ahead',
      fromMs: NOW + 1_200 * DAY_MS,
      toMs: NOW + 1_200 * DAY_MS + 5 * MINUTE_MS,
      offsetMs: -1_200 * DAY_MS,
      isOver: true,
      isGuessed: false,
    });
    // The newest reading is that of the right time again.
    const { rows } = await sql<{ at: Date }>`select at from latest where at > to_timestamp(0)`.execute(db());
    expect(rows).toEqual([{ at: new Date(NOW + 2 * MINUTE_MS) }]);
    const { concerns, clock } = await health();
    expect(concerns[0]).toBe('clock');
    expect(clock[0]?.command).toBe(
      'npm run reclock -- --from 2029-10-03T12:00:00Z --to 2029-10-03T12:05:00Z --by=-1200d',
    );
  });

  it('guesses the offset where the clock was set right while the portal was off', async () => {
    await later(await start(NOW), MINUTE_MS);
    const ahead = await start(NOW + 100 * DAY_MS);
    await later(ahead, 10 * MINUTE_MS);
    await reading();
    await start(NOW + DAY_MS);
    expect(await notes()).toMatchObject([
      { kind: 'ahead', isOver: true, isGuessed: true, offsetMs: DAY_MS - 100 * DAY_MS - 10 * MINUTE_MS },
    ]);
  });

  it('sees a clock behind the readings, shows them all the while, and believes who says that it is right', async () => {
    await later(await start(NOW), MINUTE_MS);
    await reading();
    const before = await start(NOW - 400 * DAY_MS);
    const [note] = await notes();
    expect(note).toMatchObject({
      kind: 'behindReports',
      referenceMs: NOW + MINUTE_MS,
      isOver: false,
      offsetMs: null,
    });
    expect(note?.earlier).toEqual({ fromMs: NOW, toMs: NOW + MINUTE_MS });
    const newest = async () =>
      (await sql`select from latest where at > ${new Date(wall + DAY_MS)}`.execute(db())).rows.length;
    expect(await newest()).toBe(1);
    expect((await health()).clock[0]).toMatchObject({
      command: null,
      earlier: { offsetMs: -400 * DAY_MS - MINUTE_MS },
    });
    await admin.call(overview.clockIsRight, { noteId: note!.id });
    await expect(admin.call(overview.clockIsRight, { noteId: note!.id })).rejects.toThrow();
    await later(before, 2 * MINUTE_MS);
    expect([before.isSuspect(), before.isWrong(), await newest()]).toEqual([false, false, 0]);
    await start(NOW - 399 * DAY_MS);
    expect(await notes()).toEqual([]);
  });

  it('sees a clock behind its program, and one that is set by minutes', async () => {
    await start(NOW, NOW + DAY_MS);
    expect(await notes()).toMatchObject([{ kind: 'behindBuild', referenceMs: NOW + DAY_MS }]);
    await sql`truncate clock_notes`.execute(db());
    const [one, other] = [await start(NOW), await start(NOW)];
    awake += 10_000;
    wall += 10_000 + 7 * MINUTE_MS;
    await one.look();
    await other.look();
    expect(await notes()).toMatchObject([
      { kind: 'jump', fromMs: NOW, toMs: NOW, offsetMs: 7 * MINUTE_MS, isOver: true },
    ]);
  });
});
