import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answered, unanswered, useConnection } from './connection.ts';

let isServerThere = false;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('removeEventListener', () => undefined);
  vi.stubGlobal('fetch', () =>
    isServerThere ? Promise.resolve(new Response('/assets/index.js')) : Promise.reject(new TypeError()),
  );
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('stays lost after an answer that was sent before the loss, and is restored by the next that is there', async () => {
  unanswered();
  answered();
  await vi.advanceTimersByTimeAsync(100);
  expect(useConnection.getState().isLost).toBe(true);

  isServerThere = true;
  // No pause passes: the answer itself leads to the check.
  answered();
  await vi.advanceTimersByTimeAsync(0);
  expect(useConnection.getState().isLost).toBe(false);
});
