// Images that cost far more than they weigh: other callers go on writing, and no transaction waits for a decoder.
import { account } from '@helioport/contract/account';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeUser } from '../../seed/make.ts';
import { seedMenus } from '../../seed/menus.ts';
import { apiCalls } from '../../src/modules.ts';
import { createAdmission } from '../../src/platform/admission.ts';
import { inTransaction } from '../../src/platform/db.ts';
import { startTestApp, type TestApp } from '../harness.ts';
import { hugeImage } from '../hugeImage.ts';
import { uploader } from '../upload.ts';

let app: TestApp;
let image: Buffer;
const places = new Map<string, number[]>();

beforeAll(async () => {
  image = await hugeImage();
  app = await startTestApp({
    limits: {
      admission: createAdmission(),
      onQueuePlace: (token, _call, place) => places.set(token, [...(places.get(token) ?? []), place]),
    },
  });
  await inTransaction(app.database.db, 'write', async (tx) => {
    await seedMenus(tx);
    await makeUser(tx, { email: 'attacker@make.test' });
    await makeUser(tx, { email: 'owner@make.test' });
  });
}, 600_000);
afterAll(() => app.close());

const transactions = async () => {
  const { rows } = await app.database.pool.query<{ state: string }>(
    `select state from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
  );
  return rows.length;
};

describe('thirty images of 49 million pixels of 16 bits, interlaced', () => {
  it('are refused by their header, in turns, while others sign in and write', async () => {
    const send = await uploader(app, 'attacker@make.test');
    let isOver = false;
    const attack = Promise.all(
      Array.from({ length: 30 }, () => send(account.avatar, {}, image, 'huge.png')),
    ).finally(() => {
      isOver = true;
    });
    let others = 0;
    do {
      const owner = await app.as('owner@make.test');
      expect((await owner.send('v2/account/profile', { contactPerson: `Owner ${others}` })).status).toBe(200);
      expect(await transactions()).toBe(0);
      others++;
    } while (!isOver);
    const codes = (await attack).map(({ code }) => code);
    // One image is decoded at a time, a few wait, and the rest are rejected immediately. On a busy machine, one that gets
    // no processor time in a minute may be tried again (503).
    expect(new Set(codes.filter((code) => code !== 503))).toEqual(new Set([282, 429]));
    expect(codes.filter((code) => code === 282).length).toBeGreaterThanOrEqual(2);
    expect(others).toBeGreaterThan(2);
  }, 600_000);

  it('tell the session its place in the queue, and when the wait is over', () => {
    const [seen = []] = places.values();
    expect(seen).toContain(2);
    expect(seen.at(-1)).toBe(0);
  });
});

describe('calls that take a file', () => {
  it('decode it before their transaction, in a queue', () => {
    const uploads = apiCalls.filter(({ endpoint }) => endpoint.takesFile);
    expect(uploads.length).toBeGreaterThan(8);
    // Pieces of large files are stored as they come; nothing reads them.
    const decoding = uploads.filter(
      ({ endpoint }) => !endpoint.path.endsWith('Piece') && !/piece/i.test(endpoint.path),
    );
    for (const { endpoint, handler } of decoding) {
      expect(handler.prepare, endpoint.path).toBeDefined();
      expect(endpoint.queue, endpoint.path).toBe('files');
    }
  });

  it('hold no transaction while they wait for their turn', async () => {
    const waiting = await startTestApp({
      limits: {
        admission: createAdmission({
          files: { running: 0, runningPerCaller: 1, waiting: 10, waitingPerCaller: 10, waitMs: 1_500 },
        }),
      },
    });
    await inTransaction(waiting.database.db, 'write', async (tx) => {
      await seedMenus(tx);
      await makeUser(tx, { email: 'owner@make.test' });
    });
    const send = await uploader(waiting, 'owner@make.test');
    const sent = send(account.avatar, {}, image.subarray(0, 1_000), 'small.png');
    let isOver = false;
    void sent.finally(() => {
      isOver = true;
    });
    while (!isOver) {
      const { rows } = await waiting.database.pool.query(
        `select from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
      );
      expect(rows).toEqual([]);
    }
    expect((await sent).code).toBe(503);
    await waiting.close();
  });
});
