// Files that say to be sheets and mean harm: bombs, lies about sizes, wrong types, truncated and scrambled ones. The
// same seed makes the same files, so that whatever was found can be found again.
import { makeSheet, makeZip } from '@helioport/demo/makeSheet';

type Below = (limit: number) => number;

/** mulberry32. */
function randomOf(seed: number): Below {
  let state = seed >>> 0;
  return (limit) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) % limit;
  };
}

const good = makeSheet([['Serial number'], ['E0000001'], ['E0000002'], [42]]);
/** Packs small and unpacks to more than any sheet may. */
const bombBytes = Buffer.alloc(64 * 1_048_576);
const bomb = makeSheet([['E0000001']], { 'xl/bomb.xml': bombBytes });
/** Its directory lists four parts; a reader that follows local headers unpacks a fifth. */
const hiddenBomb = makeSheet([['E0000001']], {}, { 'xl/worksheets/sheet2.xml': bombBytes });
const lyingBomb = makeZip({ 'xl/worksheets/sheet1.xml': bombBytes }, 1000);
const entities = makeZip({
  'xl/workbook.xml': Buffer.from(
    `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">${Array.from({ length: 9 }, (_, i) => `<!ENTITY ${'bcdefghij'[i]} "${`&${'abcdefghi'[i]};`.repeat(10)}">`).join('')}]><workbook>&j;</workbook>`,
  ),
});

const noise = (below: Below, size: number) => Buffer.from(Array.from({ length: size }, () => below(256)));

const makers: readonly ((below: Below) => Buffer)[] = [
  () => bomb,
  () => lyingBomb,
  () => hiddenBomb,
  () => entities,
  (below) => noise(below, below(2_000)),
  (below) => good.subarray(0, below(good.length)),
  (below) => Buffer.concat([good, noise(below, below(500))]),
  (below) => {
    const copy = Buffer.from(good);
    for (let n = 1 + below(20); n > 0; n--) copy[below(copy.length)] = below(256);
    return copy;
  },
  // Changes the central directory at the end, whose values parsers trust.
  (below) => {
    const copy = Buffer.from(good);
    const list = copy.readUInt32LE(copy.length - 6);
    for (let n = 1 + below(6); n > 0; n--) copy[list + below(copy.length - list)] = below(256);
    return copy;
  },
  (below) =>
    makeZip(
      Object.fromEntries(Array.from({ length: below(900) }, (_, i) => [`p${i}.xml`, Buffer.from('<x/>')])),
    ),
  (below) => makeZip({ 'xl/workbook.xml': noise(below, 500), '[Content_Types].xml': Buffer.from('<Types') }),
  (below) =>
    makeSheet([
      [
        noise(below, below(3_000))
          .toString('latin1')
          .replaceAll(/[^ -~]/g, ''),
      ],
    ]),
  (below) => makeSheet(Array.from({ length: below(400) }, () => Array.from({ length: 30 }, () => '=1+1'))),
  () => Buffer.from('%PDF-1.7 not a sheet at all'),
  () => Buffer.from('<html><script>alert(1)</script></html>'),
  () => Buffer.alloc(0),
];

/** The i-th hostile file of a seed. */
export const hostileSheet = (seed: number, i: number): Buffer =>
  makers[i % makers.length]!(randomOf(seed * 1_000_003 + i));
