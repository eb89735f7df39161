import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  BlockUnreadable,
  type Lists,
  listAt,
  NotPackable,
  type PackedReports,
  packBlock,
  unpackBlock,
} from './block.ts';

const MOST = 2 ** 50;
const value = fc.oneof(
  fc.integer({ min: -MOST, max: MOST }),
  fc.integer({ min: -300, max: 70_000 }),
  fc.constant(Number.NaN),
);
const name = fc.stringMatching(/^[a-z_]{1,40}$/);

const someReports: fc.Arbitrary<PackedReports> = fc.integer({ min: 1, max: 40 }).chain((count) => {
  const series = fc
    .array(value, { minLength: count, maxLength: count })
    .map((values) => Float64Array.from(values));
  const list = fc
    .array(fc.option(fc.array(value, { maxLength: 6 })), { minLength: count, maxLength: count })
    .map(listsFrom);
  return fc.record({
    at: fc
      .uniqueArray(fc.integer({ min: 0, max: 4e12 }), { minLength: count, maxLength: count })
      .map((all) => Float64Array.from(all.toSorted((a, b) => a - b))),
    scalars: fc.dictionary(name, series).map((all) => new Map(Object.entries(all))),
    lists: fc.dictionary(name, list).map((all) => new Map(Object.entries(all))),
  });
});

function listsFrom(rows: readonly (readonly number[] | null)[]): Lists {
  const width = Math.max(0, ...rows.map((row) => row?.length ?? 0));
  const values = new Float64Array(rows.length * width).fill(Number.NaN);
  rows.forEach((row, i) => {
    values.set(row ?? [], i * width);
  });
  return { lengths: Float64Array.from(rows, (row) => row?.length ?? Number.NaN), width, values };
}

/** What a reader can see: report by report, columns without anything left out. */
function seen({ at, scalars, lists }: PackedReports) {
  return Array.from(at, (atMs, i) => ({
    atMs,
    scalars: Object.fromEntries(
      [...scalars].flatMap(([key, values]) => (Number.isNaN(values[i]!) ? [] : [[key, values[i]]])),
    ),
    lists: Object.fromEntries(
      [...lists].flatMap(([key, list]) => {
        const row = listAt(list, i);
        return row === null ? [] : [[key, row]];
      }),
    ),
  }));
}

const sample = packBlock({
  at: Float64Array.from([1000, 2000, 3500]),
  scalars: new Map([['power', Float64Array.from([10, Number.NaN, 12])]]),
  lists: new Map([['ch_power', listsFrom([[1, 2], null, [3, Number.NaN]])]]),
});

describe('a packed day', () => {
  it('is the reports that it was made of, whatever they are', () => {
    fc.assert(
      fc.property(someReports, (reports) => {
        expect(seen(unpackBlock(packBlock(reports)))).toEqual(seen(reports));
      }),
      { numRuns: 500 },
    );
  });

  it('gives only the columns that are asked for', () => {
    const some = unpackBlock(sample, new Set(['power']));
    expect([...some.scalars.keys(), ...some.lists.keys()]).toEqual(['power']);
    expect([...some.scalars.get('power')!]).toEqual([10, Number.NaN, 12]);
  });

  it('says that it is torn wherever it is torn', () => {
    fc.assert(
      fc.property(fc.nat(sample.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const torn = Buffer.from(sample);
        torn[at] = torn[at]! ^ change;
        expect(() => unpackBlock(torn)).toThrow(BlockUnreadable);
        expect(() => unpackBlock(sample.subarray(0, at))).toThrow(BlockUnreadable);
      }),
      { numRuns: 300 },
    );
  });

  it('is a named error for bytes that were never a block, and for one of a newer version', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expect(() => unpackBlock(Buffer.from(bytes))).toThrow(BlockUnreadable);
      }),
    );
    const newer = Buffer.from(sample);
    newer[0] = 2;
    expect(() => unpackBlock(newer)).toThrow('it is of version 2');
  });

  it('refuses numbers that it could not give back', () => {
    for (const odd of [0.5, 2 ** 53, Number.POSITIVE_INFINITY]) {
      const reports = {
        at: Float64Array.from([1]),
        scalars: new Map([['power', Float64Array.from([odd])]]),
        lists: new Map(),
      };
      expect(() => packBlock(reports)).toThrow(NotPackable);
    }
  });
});
