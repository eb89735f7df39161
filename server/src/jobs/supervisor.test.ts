import { expect, it } from 'vitest';
import { createLog } from '../platform/log.ts';
import { keepRunning, type Running } from './supervisor.ts';

const log = createLog('silent');

/** A promise, and who settles it. */
function pending<T>() {
  let resolve: (value: T) => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<T>((...settle) => {
    [resolve, reject] = settle;
  });
  return { promise, resolve, reject };
}

/** Something that runs, and what may be done to it from outside. */
function planted() {
  const end = pending<void>();
  let stops = 0;
  const running: Running = {
    promise: end.promise,
    async stop() {
      stops += 1;
      end.resolve();
    },
  };
  return { running, giveUp: () => end.reject(new Error('it gave up')), stops: () => stops };
}

it('begins again when it gave up or could not begin, and not any more after it was stopped', async () => {
  const all = [planted(), planted()];
  let begun = 0;
  const kept = await keepRunning(
    async () => {
      begun += 1;
      if (begun === 2) throw new Error('the database is away');
      return all[begun === 1 ? 0 : 1]!.running;
    },
    log,
    1,
  );
  all[0]!.giveUp();
  await expect.poll(() => begun).toBe(3);
  await kept.stop();
  expect(all[1]!.stops()).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(begun).toBe(3);
});

it('stops what was still beginning when it was told to', async () => {
  const first = planted();
  const second = planted();
  const beginning = pending<Running>();
  let begun = 0;
  const kept = await keepRunning(
    () => {
      begun += 1;
      return begun === 1 ? Promise.resolve(first.running) : beginning.promise;
    },
    log,
    1,
  );
  first.giveUp();
  await expect.poll(() => begun).toBe(2);
  const stopped = kept.stop();
  beginning.resolve(second.running);
  await stopped;
  expect(second.stops()).toBe(1);
  expect(begun).toBe(2);
});

it('has stopped also where it gives up as it is told to, and where it never began it says so', async () => {
  const one = planted();
  const kept = await keepRunning(
    async () => ({
      promise: one.running.promise,
      async stop() {
        one.giveUp();
        throw new Error('it had ended');
      },
    }),
    log,
    1,
  );
  await kept.stop();
  await expect(keepRunning(() => Promise.reject(new Error('no database')), log)).rejects.toThrow(
    'no database',
  );
});
