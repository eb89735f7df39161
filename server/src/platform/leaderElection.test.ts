import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../test/harness.ts';
import { type StandBy, standBy } from './leaderElection.ts';
import { createLog } from './log.ts';

const log = createLog('silent');
let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

/** One of several processes, which notes when its work begins and ends. */
function worker(name: string, notes: string[]): StandBy {
  return standBy({
    databaseUrl: database.url,
    name: 'broker',
    log,
    everyMs: 50,
    begin: async () => {
      notes.push(`${name} begins`);
      return {
        close: async () => {
          notes.push(`${name} ends`);
        },
      };
    },
    onOther: () => notes.push(`${name} stands by`),
  });
}

it('does the work once, hands it over when it is closed, and goes on when its connection was cut', async () => {
  const notes: string[] = [];
  const first = worker('first', notes);
  await expect.poll(() => first.isAtWork()).toBe(true);
  const second = worker('second', notes);
  await expect.poll(() => notes).toEqual(['first begins', 'second stands by']);
  expect(second.isAtWork()).toBe(false);
  await first.close();
  await expect.poll(() => second.isAtWork()).toBe(true);
  expect(notes.splice(0)).toEqual(['first begins', 'second stands by', 'first ends', 'second begins']);

  const killer = new pg.Client({ connectionString: database.url });
  await killer.connect();
  await killer.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'helioport-broker' and datname = current_database()`,
  );
  await killer.end();
  await expect.poll(() => notes).toEqual(['second ends', 'second begins']);
  await second.close();
  expect(notes.at(-1)).toBe('second ends');
});

it('stands by for as long as another holds it, and ends at once when told to', async () => {
  const notes: string[] = [];
  const [first, second] = [worker('first', notes), worker('second', notes)];
  await expect.poll(() => notes).toHaveLength(2);
  expect(notes.filter((note) => note.endsWith('begins'))).toHaveLength(1);
  await Promise.all([first.close(), second.close()]);
  expect(notes.filter((note) => note.endsWith('ends')).length).toBe(
    notes.filter((note) => note.endsWith('begins')).length,
  );
});

it('tries again when the work could not begin', async () => {
  let tries = 0;
  const one = standBy({
    databaseUrl: database.url,
    name: 'broker',
    log,
    everyMs: 20,
    begin: async () => {
      tries += 1;
      if (tries < 3) throw new Error('not yet');
      return { close: async () => undefined };
    },
  });
  await expect.poll(() => one.isAtWork()).toBe(true);
  expect(tries).toBe(3);
  await one.close();
});
