import { crc32, deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packBlock, unpackBlock } from './block.ts';
import {
  type BlockReadings,
  BlockUnreadable,
  type Lists,
  listAt,
  NotPackable,
  zigZag,
} from './blockShape.ts';

const MOST = 2 ** 50;
const value = fc.oneof(
  fc.integer({ min: -MOST, max: MOST }),
  fc.integer({ min: -300, max: 70_000 }),
  fc.constant(Number.NaN),
);
const name = fc.stringMatching(/^[a-z_]{1,40}$/);

const someReadings: fc.Arbitrary<BlockReadings> = fc.integer({ min: 1, max: 40 }).chain((count) => {
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

/** What a reader can see: reading by reading, columns without anything left out. */
function seen({ at, scalars, lists }: BlockReadings) {
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

/** The same by the first version, which is no longer written. */
function encodedByVersionOne({ at, scalars, lists }: BlockReadings): Buffer {
  const varint = (value: number): number[] =>
    value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];
  const series = (values: ArrayLike<number>): number[] => {
    const all = Array.from(values);
    const bits = new Uint8Array(Math.ceil(all.length / 8));
    for (const [i, one] of all.entries()) if (!Number.isNaN(one)) bits[i >> 3]! |= 1 << (i & 7);
    const there = all.filter((one) => !Number.isNaN(one));
    const hasGaps = there.length < all.length;
    const steps = there.flatMap((one, i) => varint(zigZag(one - (there[i - 1] ?? 0))));
    return hasGaps ? [1, ...bits, ...steps] : [0, ...steps];
  };
  const places = ({ lengths, width, values }: Lists) =>
    Array.from({ length: width }, (_, place) =>
      series([...lengths.keys()].filter((i) => lengths[i]! > place).map((i) => values[i * width + place]!)),
    );
  const column = (key: string, form: number, data: number[]) => [
    key.length,
    ...Buffer.from(key, 'ascii'),
    form,
    ...varint(data.length),
    ...data,
  ];
  const columns = [
    ...[...scalars].map(([key, values]) => column(key, 0, series(values))),
    ...[...lists].map(([key, list]) => column(key, 1, [...series(list.lengths), ...places(list).flat()])),
  ];
  const body = [...varint(at.length), ...series(at), ...varint(columns.length), ...columns.flat()];
  const deflated = deflateRawSync(Buffer.from(body));
  const head = Buffer.from([1, 0, 0, 0, 0]);
  head.writeUInt32BE(crc32(deflated), 1);
  return Buffer.concat([head, deflated]);
}

const versions = [
  ['the first', encodedByVersionOne],
  ['the newest', packBlock],
] as const;

/** One that was stored, by version. */
const stored = {
  first:
    'AXFl/KiTYGpo+TTvU+r+LWfnfUplAIGA+YwBDCiAlSU7My+FQZIBF2AtyC9PLWJQYbz//38Hn80FRseg14wZKxlF6yYzMkxhrBVbxZiu85Qx0OkaozVbal5qUXolgylDAwg4zGCcwTiJkViSKzc/Py8+JzM9owTkHlbsgCM5Ix7sJMZCxu///7MxMDAyYXH2DRYbmwqb1Uw2IIBKMf7/V/+IxcGqymEzE4x0sIJRDG9Y7Ox2MW5lsgMBVAoA',
  newest:
    'AnQ9Th4YFRQAAr1JvzdyCAP1RQuWm7tKbRhB4gUBAAAFAR0LrBs1o6ijqSgnd4NVnhd/QMB/DvaYvLVsmqQ7RwYBFxP0/puYAAA/V+n///Rl8vMLxLaSINYgAAptb29uX2xpZ2h0AQUUAACTwBwCAisLKe3U8HlHg1ScFJvBb0/f5uf4pZQe48Wm2CgG94ReVf7uDfRCgkyGbx3A',
};

const sampled: BlockReadings = {
  at: Float64Array.from([1000, 2000, 3500]),
  scalars: new Map([['power', Float64Array.from([10, Number.NaN, 12])]]),
  lists: new Map([['ch_power', listsFrom([[1, 2], null, [3, Number.NaN]])]]),
};
const sample = packBlock(sampled);

describe.each(versions)('a day packed by %s version', (_, pack) => {
  it('is the readings that it was made of, whatever they are', () => {
    fc.assert(
      fc.property(someReadings, (readings) => {
        expect(seen(unpackBlock(pack(readings)))).toEqual(seen(readings));
      }),
      { numRuns: 500 },
    );
  });

  it('says that it is torn wherever it is torn', () => {
    const whole = pack(sampled);
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const torn = Buffer.from(whole);
        torn[at] = torn[at]! ^ change;
        expect(() => unpackBlock(torn)).toThrow(BlockUnreadable);
        expect(() => unpackBlock(whole.subarray(0, at))).toThrow(BlockUnreadable);
      }),
      { numRuns: 300 },
    );
  });

  it('does not become one of another version by its first byte', () => {
    const other = pack(sampled);
    other[0] = other[0]! ^ 3;
    expect(() => unpackBlock(other)).toThrow('its checksum is wrong');
  });
});

describe('a packed day', () => {
  it('is read as it was stored, in every version that ever was', () => {
    const [first, newest] = [stored.first, stored.newest].map((text) => Buffer.from(text, 'base64'));
    const readings = unpackBlock(first!);
    expect(readings.at).toHaveLength(24);
    expect(Array.from(readings.scalars.get('power')!.slice(4, 8))).toEqual([1042, Number.NaN, 924, 976]);
    expect(listAt(readings.lists.get('ch_power')!, 9)).toEqual([390, null, 403]);
    expect(seen(unpackBlock(newest!))).toEqual(seen(readings));
    // Changing a number of the adaptive coder would make stored years unreadable.
    expect(packBlock(readings).toString('base64')).toBe(stored.newest);
  });

  it('names what is written in it, where nobody gave it a number', () => {
    expect(packBlock(sampled).includes('power')).toBe(false);
    const planted = { ...sampled, scalars: new Map([['moon_light', sampled.scalars.get('power')!]]) };
    expect(packBlock(planted).includes('moon_light')).toBe(true);
    expect([...unpackBlock(packBlock(planted)).scalars.keys()]).toEqual(['moon_light']);
  });

  it('gives lists that go by a column which nobody asked for', () => {
    const count = 200;
    const power = Float64Array.from({ length: count }, (_x, i) => 4000 + ((i * 7919) % 400));
    const rows = Array.from(power, (watts) => [Math.round(watts / 4), Math.round(watts / 3.9)]);
    const at = Float64Array.from({ length: count }, (_x, i) => i * 300_000);
    const lists = new Map([['ch_power', listsFrom(rows)]]);
    const together = packBlock({ at, scalars: new Map([['power', power]]), lists });
    const some = unpackBlock(together, new Set(['ch_power']));
    expect([...some.scalars.keys()]).toEqual([]);
    expect(Array.from(at, (_x, i) => listAt(some.lists.get('ch_power')!, i))).toEqual(rows);
    // Coding the list relative to the device's power saves space.
    const apart = packBlock({ at, scalars: new Map([['other', power]]), lists });
    expect(apart.length - together.length).toBeGreaterThan(50);
  });

  it('gives only the columns that are asked for', () => {
    const some = unpackBlock(sample, new Set(['power']));
    expect([...some.scalars.keys(), ...some.lists.keys()]).toEqual(['power']);
    expect([...some.scalars.get('power')!]).toEqual([10, Number.NaN, 12]);
  });

  it('is a named error for bytes that were never a block, and for one of a newer version', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expect(() => unpackBlock(Buffer.from(bytes))).toThrow(BlockUnreadable);
      }),
    );
    const newer = Buffer.from(sample);
    newer[0] = 3;
    expect(() => unpackBlock(newer)).toThrow('it is of version 3');
  });

  it('refuses numbers that it could not give back', () => {
    for (const odd of [0.5, 2 ** 53, Number.POSITIVE_INFINITY]) {
      const readings = {
        at: Float64Array.from([1]),
        scalars: new Map([['power', Float64Array.from([odd])]]),
        lists: new Map(),
      };
      expect(() => packBlock(readings)).toThrow(NotPackable);
    }
  });
});
