// Throws a million mutated frames at the decoder and counts what became of them: `npx tsx bench/frames.ts [count] [seed]`.
// Exits 1 at the first throw, or when a decoded frame does not come back byte for byte up to its checksums.

import { capturedFrames } from '@helioport/protocol/frames/captured';
import { decodeFrame, encodeFrame, minFrameBytes } from '@helioport/protocol/nep/frame';
import { readFrame } from '@helioport/protocol/nep/reading';

const count = Number(process.argv[2] ?? 1_000_000);
const seed = Number(process.argv[3] ?? 20_261_121);

const seeds = capturedFrames.map(({ hex }) => Uint8Array.from(Buffer.from(hex, 'hex')));

/** mulberry32: the same seed gives the same million frames on every machine. */
let state = seed >>> 0;
function below(limit: number): number {
  state = (state + 0x6d2b79f5) >>> 0;
  let t = state;
  t = Math.imul(t ^ (t >>> 15), t | 1);
  t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
  return ((t ^ (t >>> 14)) >>> 0) % limit;
}

/** Sets both length fields to the size, so that mutations pass the first check. */
function withRightLengths(bytes: Uint8Array): Uint8Array {
  if (bytes.length < 15) return bytes;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  view.setUint16(1, Math.max(0, bytes.length - 7), true);
  view.setUint16(13, Math.max(0, bytes.length - 17), true);
  return bytes;
}

function noise(size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  for (let i = 0; i < size; i++) bytes[i] = below(256);
  return bytes;
}

type Mutation = (bytes: Uint8Array) => Uint8Array;

const flipBits: Mutation = (bytes) => {
  const copy = Uint8Array.from(bytes);
  for (let n = 1 + below(8); n > 0; n--) {
    const at = below(copy.length);
    copy[at] = (copy[at] ?? 0) ^ (1 << below(8));
  }
  return copy;
};
const overwriteFrom =
  (start: number): Mutation =>
  (bytes) => {
    const copy = Uint8Array.from(bytes);
    const at = start + below(copy.length - start);
    copy.set(noise(below(copy.length - at + 1)), at);
    return copy;
  };
const cut: Mutation = (bytes) => bytes.slice(0, below(bytes.length + 1));
const lengthen =
  (tailBytes: () => number): Mutation =>
  (bytes) =>
    Uint8Array.from([...bytes, ...noise(tailBytes())]);
const addChannels: Mutation = (bytes) => withRightLengths(lengthen(() => 6 * below(20))(bytes));
const addRaggedTail: Mutation = (bytes) => withRightLengths(lengthen(() => below(40))(bytes));
/** Now and then a frame about as large as is taken at all, and larger. */
const inflate: Mutation = (bytes) =>
  below(50) === 0 ? withRightLengths(lengthen(() => 6 * (660 + below(30)))(bytes)) : flipBits(bytes);
const replace: Mutation = () => noise(below(200));

const mutations = [
  flipBits,
  overwriteFrom(0),
  overwriteFrom(15),
  cut,
  lengthen(() => below(40)),
  addChannels,
  addRaggedTail,
  inflate,
  replace,
];

const outcomes = new Map<string, number>();
let smallest = Number.POSITIVE_INFINITY;
let largest = 0;

/** A frame that was taken has to be given back whole; checksums are mended. */
function checkGivenBack(bytes: Uint8Array): void {
  const result = decodeFrame(bytes);
  if (!result.ok) return;
  smallest = Math.min(smallest, result.frame.channels.length);
  largest = Math.max(largest, result.frame.channels.length);
  const again = encodeFrame(result.frame);
  if (Buffer.compare(again.subarray(0, -4), bytes.subarray(0, -4)) !== 0) throw new Error('not given back');
}

function decodeAll(batch: readonly Uint8Array[]): number {
  let current = batch[0];
  try {
    const startedAt = performance.now();
    for (current of batch) {
      const result = decodeFrame(current);
      const outcome = result.ok ? 'frame' : result.refusal;
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      if (result.ok) readFrame(result.frame);
    }
    const ms = performance.now() - startedAt;
    for (current of batch) checkGivenBack(current);
    return ms;
  } catch (error) {
    console.error(`failed at ${Buffer.from(current ?? []).toString('hex')}`);
    throw error;
  }
}

const startedAt = performance.now();
let decodeMs = 0;
for (let done = 0; done < count; done += 1000) {
  const batch = Array.from({ length: Math.min(1000, count - done) }, () => {
    const bytes = seeds[below(seeds.length)] ?? new Uint8Array(minFrameBytes);
    return (mutations[below(mutations.length)] ?? flipBits)(bytes);
  });
  decodeMs += decodeAll(batch);
}

console.log(
  `${count} mutated frames (seed ${seed}): none threw, every one that was taken came back byte for byte`,
);
for (const [outcome, n] of [...outcomes].sort((a, b) => b[1] - a[1]))
  console.log(`  ${outcome.padEnd(16)} ${n}`);
console.log(`${smallest} to ${largest} channels in those that were taken`);
console.log(
  `${Math.round((count / decodeMs) * 1000)} frames/s decoded and read; ${((performance.now() - startedAt) / 1000).toFixed(1)} s in all`,
);
