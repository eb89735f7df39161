import { describe, expect, it } from 'vitest';
import { createByteBudget, createQueue } from './admission.ts';
import { BusinessFailure } from './failure.ts';

const limits = { running: 2, runningPerCaller: 1, waiting: 6, waitingPerCaller: 3, waitMs: 60_000 };

/** A job that runs until it is ended. */
function job() {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { end: () => end(), work: () => ended };
}

const keyOf = (error: unknown) => (error instanceof BusinessFailure ? error.key : String(error));
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('a queue', () => {
  it('lets a caller with one job pass a caller with many', async () => {
    const queue = createQueue(limits);
    const started: string[] = [];
    const jobs = Array.from({ length: 3 }, job);
    const run = (caller: string, name: string, one: ReturnType<typeof job>) =>
      queue.run(caller, () => {
        started.push(name);
        return one.work();
      });
    const many = jobs.map((one, i) => run('a', `a${i}`, one));
    const single = job();
    const other = run('b', 'b0', single);
    await settle();
    expect(started).toEqual(['a0', 'b0']);
    single.end();
    await other;
    await settle();
    expect(started).toEqual(['a0', 'b0']);
    for (const one of jobs) one.end();
    await Promise.all(many);
    expect(started).toEqual(['a0', 'b0', 'a1', 'a2']);
    expect(queue.load()).toEqual({ running: 0, waiting: 0 });
  });

  it('reports places in the order of the turns, and that the wait is over', async () => {
    const queue = createQueue({ ...limits, running: 1 });
    const places: Record<string, number[]> = { a1: [], a2: [], b1: [] };
    const run = (caller: string, name: string, one: ReturnType<typeof job>) =>
      queue.run(caller, one.work, (place) => places[name]?.push(place));
    const jobs = { first: job(), a1: job(), a2: job(), b1: job() };
    const all = [
      queue.run('c', jobs.first.work),
      run('a', 'a1', jobs.a1),
      run('a', 'a2', jobs.a2),
      run('b', 'b1', jobs.b1),
    ];
    expect(places).toEqual({ a1: [1], a2: [2, 3], b1: [2] });
    jobs.first.end();
    await settle();
    // The turn of the caller that has just started comes last.
    expect(places).toEqual({ a1: [1, 0], a2: [2, 3, 2], b1: [2, 1] });
    for (const one of Object.values(jobs)) one.end();
    await Promise.all(all);
    expect(places.a2?.at(-1)).toBe(0);
    expect(places.b1?.at(-1)).toBe(0);
  });

  it('refuses what is beyond the queue of a caller, of all, and of time', async () => {
    const blocker = job();
    const queue = createQueue({ ...limits, running: 1, waiting: 4, waitMs: 20 });
    const running = queue.run('z', blocker.work);
    const outcomes = Array.from({ length: 4 }, () => queue.run('a', job().work).catch(keyOf));
    const others = Array.from({ length: 2 }, (_, i) => queue.run(`b${i}`, job().work).catch(keyOf));
    expect(await outcomes[3]).toBe('request.tooMany');
    expect(await others[1]).toBe('server.busy');
    expect(await Promise.all(outcomes.slice(0, 3))).toEqual(Array(3).fill('server.busy'));
    expect(await others[0]).toBe('server.busy');
    blocker.end();
    await running;
    expect(queue.load()).toEqual({ running: 0, waiting: 0 });
  });

  it('gives the place back when the work fails', async () => {
    const queue = createQueue({ ...limits, running: 1 });
    await expect(queue.run('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await queue.run('a', () => Promise.resolve(1))).toBe(1);
  });
});

describe('a byte budget', () => {
  const bytes = { bytes: 100, bytesPerCaller: 60, bodiesPerCaller: 2 };
  const waits = { waitingPerCaller: 2, waiting: 3, waitMs: 60_000 };

  it('bounds the bytes and bodies of one caller and of all', async () => {
    const budget = createByteBudget({ ...bytes, ...waits });
    const first = await budget.reserve('a', 60);
    let isGranted = false;
    const second = budget.reserve('a', 1).then((release) => {
      isGranted = true;
      return release;
    });
    const other = await budget.reserve('b', 40);
    const third = budget.reserve('b', 10);
    await settle();
    expect(isGranted).toBe(false);
    expect(budget.load()).toEqual({ bytes: 100, waiting: 2 });
    first();
    first();
    const releases = [await second, await third, other];
    expect(budget.load()).toEqual({ bytes: 51, waiting: 0 });
    for (const release of releases) release();
    expect(budget.load()).toEqual({ bytes: 0, waiting: 0 });
  });

  it('refuses a body when too many wait, or when no room comes in time', async () => {
    const budget = createByteBudget({ ...bytes, ...waits, waitMs: 10 });
    const release = await budget.reserve('a', 60);
    const waiting = [budget.reserve('a', 60).catch(keyOf), budget.reserve('a', 60).catch(keyOf)];
    expect(await budget.reserve('a', 1).catch(keyOf)).toBe('request.tooMany');
    expect(await Promise.all(waiting)).toEqual(['request.tooMany', 'request.tooMany']);
    release();
    expect(budget.load()).toEqual({ bytes: 0, waiting: 0 });
  });
});
