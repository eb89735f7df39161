// What the tests of formats over MQTT share.
import fc from 'fast-check';
import { expect } from 'vitest';
import { createFeedGatherer, GATHER_QUIET_MS } from '../src/feeds/gather.ts';
import type { FeedPlace, FeedTopics } from '../src/feeds/messages.ts';

/** Number of random payloads in a test; `FEED_FUZZ_RUNS=100000` for a long run. */
export const fuzzRuns = (usual: number): number => Number(process.env.FEED_FUZZ_RUNS ?? usual);

/** A gatherer with a clock of its own. */
export function gathering(format: FeedTopics, place: FeedPlace) {
  const gather = createFeedGatherer({ devicesMax: 32, needsPower: format.needsPower });
  let tickMs = 0;
  return {
    gather,
    put(topic: string, payload: string, isRetained = false) {
      tickMs++;
      const message = format.read(topic, payload, place);
      return message && gather.put(message, { isRetained, nowMs: place.nowMs, tickMs });
    },
    due(afterMs: number) {
      tickMs += afterMs;
      return gather.due(tickMs);
    },
  };
}

/** Any payload on topics made of these levels, and objects made of these keys. */
export function fuzz(
  format: FeedTopics,
  place: FeedPlace,
  levels: readonly string[],
  keys: readonly string[],
) {
  const { gather, put, due } = gathering(format, place);
  const level = fc.oneof(
    fc.constantFrom(...levels),
    fc.constantFrom('', '__proto__', 'constructor'),
    fc.string(),
  );
  const value = fc.oneof(
    fc.double(),
    fc.jsonValue(),
    fc.constantFrom<unknown>(1_782_036_001, -1, 1e308, [1, 2]),
  );
  const object = fc.dictionary(fc.oneof(fc.constantFrom(...keys), fc.string()), value);
  const payload = fc.oneof(
    fc.double().map(String),
    fc.string(),
    fc.constantFrom('-1', '1e400', '1782036001', 'nan', '{', '{"ts":1782036001,"P_AC":1}'),
    object.map((one) => JSON.stringify(one)),
    object.map((one) => JSON.stringify({ ENERGY: one, SML: one })),
  );
  fc.assert(
    fc.property(
      fc.array(level, { minLength: 1, maxLength: 6 }),
      payload,
      fc.boolean(),
      (topic, text, isRetained) => {
        put(topic.join('/'), text, isRetained);
        for (const { values, channels = [], phases = [], atMs } of due(GATHER_QUIET_MS)) {
          expect(Object.values(values).every(Number.isFinite)).toBe(true);
          expect(Number.isFinite(atMs)).toBe(true);
          expect(channels.length).toBeLessThanOrEqual(12);
          expect(phases.length).toBeLessThanOrEqual(12);
        }
      },
    ),
    { numRuns: fuzzRuns(1000) },
  );
  expect(gather.deviceCount()).toBeLessThanOrEqual(32);
}
