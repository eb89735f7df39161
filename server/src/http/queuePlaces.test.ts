import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../test/harness.ts';
import { createLog } from '../platform/log.ts';
import { listen } from '../platform/notifications.ts';
import { hashToken } from '../platform/token.ts';
import { createQueuePlaces, QUEUE_PLACES, queuePlaceOf } from './queuePlaces.ts';

let database: TestDatabase;
const received: number[] = [];
const session = hashToken('token').toString('base64');

beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

it('shows the next of the waiting calls of a session, although others of them start meanwhile', async () => {
  const listener = listen(database.url, QUEUE_PLACES, createLog('silent'), {
    onNotification(payload) {
      const update = queuePlaceOf(payload);
      if (update?.session === session) received.push(update.place);
    },
    onGap: () => undefined,
  });
  await expect.poll(() => listener.isConnected()).toBe(true);
  const places = createQueuePlaces(database.db, createLog('silent'));
  const calls = Array.from({ length: 8 }, () => ({}));
  calls.forEach((call, i) => {
    places.report('token', call, i + 1);
  });
  // A call starts every 200 ms, sooner than a place is first shown.
  for (let started = 0; started < calls.length; started++) {
    await sleep(200);
    places.report('token', calls[started]!, 0);
    calls.slice(started + 1).forEach((call, i) => {
      places.report('token', call, i + 1);
    });
  }
  await expect.poll(() => received.at(-1)).toBe(0);
  expect(received.length).toBeGreaterThan(1);
  expect(received[0]).toBeGreaterThan(0);
  await listener.close();
});

it('reads no announcement that is none', () => {
  expect(queuePlaceOf('nonsense')).toBeUndefined();
  expect(queuePlaceOf('{"session":1}')).toBeUndefined();
});
