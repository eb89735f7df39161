// Readings on disk until the portal has stored them. A reading is one line of a segment file, synced before it counts. A
// segment is deleted as a whole once it is sent; after a crash it is sent again, and readings with a time count once.
import fs from 'node:fs';
import path from 'node:path';
import type { FeedReading } from '@helioport/protocol/feeds/values';
import { thinned, thinningSteps } from './thin.ts';

/** A reading with the name of its device in the configuration. */
export interface Stored {
  device: string;
  reading: FeedReading & { atMs: number };
}

export interface Segment {
  id: number;
  stored: Stored[];
}

export interface ReadingBuffer {
  /** Stores readings; when this returns, they survive a loss of power. Throws if they could not be stored. */
  append(stored: readonly Stored[]): void;
  /** The oldest segment to be sent, which later readings are not added to; undefined if there is none. */
  oldest(): Segment | undefined;
  /** Whether there is a segment to be sent. */
  hasUnsent(): boolean;
  remove(id: number): void;
  /** Keeps readings of a segment that cannot be sent before the next start. To be called before `remove`. */
  hold(stored: readonly Stored[]): void;
  /** Keeps readings that the portal rejects, so that they can be examined. */
  reject(stored: readonly Stored[], problem: string): void;
  /** Bytes of all segments. */
  bytes(): number;
  /** Thins the oldest readings if the buffer is larger than it may be. */
  fit(): void;
}

const SEGMENT_BYTES = 262_144;
const REJECTED_BYTES_MAX = 5_000_000;
/** Thinning frees this share, so that it is rare. */
const FREE_TO = 0.75;
const segmentPattern = /^(\d{12})\.jsonl$/;

function syncFolder(folder: string): void {
  // Windows cannot open folders and needs no sync of them.
  if (process.platform === 'win32') return;
  const handle = fs.openSync(folder, 'r');
  try {
    fs.fsyncSync(handle);
  } finally {
    fs.closeSync(handle);
  }
}

function isStored(value: unknown): value is Stored {
  const { device, reading } = (value ?? {}) as Partial<Stored>;
  return (
    typeof device === 'string' &&
    typeof reading?.source === 'string' &&
    Number.isFinite(reading.atMs) &&
    typeof reading.values === 'object' &&
    ['pv', 'grid', 'battery'].includes(reading.role)
  );
}

export function openBuffer(
  folder: string,
  { bytesMax, log }: { bytesMax: number; log: (text: string) => void },
): ReadingBuffer {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const sizes = new Map<number, number>();
  for (const name of fs.readdirSync(folder).sort()) {
    const [, digits] = segmentPattern.exec(name) ?? [];
    if (digits !== undefined) sizes.set(Number(digits), fs.statSync(path.join(folder, name)).size);
    else if (name.endsWith('.tmp')) fs.rmSync(path.join(folder, name));
  }
  let nextId = Math.max(0, ...sizes.keys()) + 1;
  type Open = { id: number; handle: number };
  let open: Open | undefined;
  /** Segments that are not sent before the next start, and the one that such readings are added to. */
  const held = new Set<number>();
  let openHeld: Open | undefined;
  /** Segment that is being sent and must not change. */
  let sending: number | undefined;

  const fileOf = (id: number) => path.join(folder, `${String(id).padStart(12, '0')}.jsonl`);
  const total = () => [...sizes.values()].reduce((sum, size) => sum + size, 0);
  const ids = () => [...sizes.keys()].sort((a, b) => a - b);
  const unsentIds = () => ids().filter((id) => !held.has(id));
  const close = () => {
    if (open) fs.closeSync(open.handle);
    open = undefined;
  };
  const closeHeld = () => {
    if (openHeld) fs.closeSync(openHeld.handle);
    openHeld = undefined;
  };
  const begin = (): Open => {
    const id = nextId++;
    const handle = fs.openSync(fileOf(id), 'ax', 0o600);
    sizes.set(id, 0);
    syncFolder(folder);
    return { id, handle };
  };
  const isInUse = (id: number) => id === open?.id || id === openHeld?.id || id === sending;
  const add = ({ id, handle }: Open, stored: readonly Stored[], closeIt: () => void) => {
    const bytes = Buffer.from(stored.map((one) => `${JSON.stringify(one)}\n`).join(''));
    try {
      let written = 0;
      while (written < bytes.length) written += fs.writeSync(handle, bytes, written);
      fs.fdatasyncSync(handle);
    } catch (error) {
      // The next reading must not continue an incomplete line.
      closeIt();
      throw error;
    } finally {
      sizes.set(id, fs.statSync(fileOf(id)).size);
    }
    if ((sizes.get(id) ?? 0) >= SEGMENT_BYTES) closeIt();
  };
  const read = (id: number): Stored[] => {
    const stored: Stored[] = [];
    let unreadable = 0;
    for (const line of fs.readFileSync(fileOf(id), 'utf8').split('\n')) {
      if (line === '') continue;
      try {
        const value: unknown = JSON.parse(line);
        if (isStored(value)) stored.push(value);
        else unreadable++;
      } catch {
        unreadable++;
      }
    }
    // A line that was being written when the power failed never counted as read.
    if (unreadable > 0) log(`buffer: ${unreadable} incomplete line(s) skipped`);
    return stored;
  };
  const remove = (id: number) => {
    if (open?.id === id) close();
    fs.rmSync(fileOf(id), { force: true });
    sizes.delete(id);
    held.delete(id);
    if (sending === id) sending = undefined;
  };
  const write = (id: number, lines: readonly string[]) => {
    const file = fileOf(id);
    const handle = fs.openSync(`${file}.tmp`, 'w', 0o600);
    const text = lines.join('');
    try {
      // Unlike one `writeSync`, this continues after a part.
      fs.writeFileSync(handle, text);
      fs.fsyncSync(handle);
    } finally {
      fs.closeSync(handle);
    }
    fs.renameSync(`${file}.tmp`, file);
    syncFolder(folder);
    sizes.set(id, Buffer.byteLength(text));
  };
  /** Thins all segments but those in use, joining neighbors; the joined one is complete before others are deleted. */
  const thin = (stepMs: number, bytesWanted: number) => {
    let into: { id: number; lines: string[]; bytes: number; isHeld: boolean; joined: number[] } | undefined;
    const flush = () => {
      if (into) {
        write(into.id, into.lines);
        for (const id of into.joined) remove(id);
      }
      into = undefined;
    };
    for (const id of ids()) {
      if (isInUse(id)) {
        flush();
        continue;
      }
      const lines = thinned(read(id), stepMs).map((one) => `${JSON.stringify(one)}\n`);
      const bytes = lines.reduce((sum, line) => sum + Buffer.byteLength(line), 0);
      const isHeld = held.has(id);
      if (into && into.isHeld === isHeld && into.bytes + bytes <= SEGMENT_BYTES) {
        into.lines.push(...lines);
        into.bytes += bytes;
        into.joined.push(id);
      } else {
        flush();
        into = { id, lines, bytes, isHeld, joined: [] };
      }
      if (total() <= bytesWanted) break;
    }
    flush();
  };

  return {
    append(stored) {
      if (stored.length === 0) return;
      open ??= begin();
      add(open, stored, close);
    },
    oldest() {
      const [id] = unsentIds();
      if (id === undefined) return undefined;
      if (open?.id === id) close();
      sending = id;
      return { id, stored: read(id) };
    },
    hasUnsent: () => unsentIds().length > 0,
    remove,
    hold(stored) {
      if (stored.length === 0) return;
      openHeld ??= begin();
      held.add(openHeld.id);
      add(openHeld, stored, closeHeld);
    },
    reject(stored, problem) {
      const file = path.join(folder, 'rejected.log');
      const size = fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0;
      if (size > REJECTED_BYTES_MAX) fs.renameSync(file, `${file}.1`);
      fs.appendFileSync(file, stored.map((one) => `${JSON.stringify({ problem, ...one })}\n`).join(''), {
        mode: 0o600,
      });
    },
    bytes: total,
    fit() {
      if (total() <= bytesMax) return;
      const wanted = bytesMax * FREE_TO;
      for (const step of thinningSteps) {
        const before = total();
        thin(step, wanted);
        if (total() < before) log(`buffer full: oldest readings thinned to one in ${step / 60_000} minutes`);
        if (total() <= wanted) return;
      }
      for (const id of ids()) {
        if (total() <= bytesMax) return;
        if (isInUse(id)) continue;
        log('buffer full: oldest readings deleted; lifetime counters keep the total energy');
        remove(id);
      }
    },
  };
}
