// Reads one device at its interval and stores the values in the buffer.
import { setTimeout as sleep } from 'node:timers/promises';
import type { ReadingBuffer, Stored } from './buffer.ts';
import type { DeviceConfig } from './config.ts';
import { type LocalReading, plausible, ReadFailure, type Source } from './sources/source.ts';

/** A device that does not answer is read less often, up to this time. */
const INTERVAL_MAX_MS = 600_000;
const READ_MAX_MS = 30_000;

export interface Device {
  config: DeviceConfig;
  source: Source;
}

export interface PollParts {
  buffer: ReadingBuffer;
  log: (text: string) => void;
  /** Called after readings were stored. */
  onStored: () => void;
}

/** Reads a device once. Values that cannot be right are left out and reported. */
export async function readOnce(
  { config: { name }, source }: Device,
  log: (text: string) => void,
  signal?: AbortSignal,
): Promise<Stored[]> {
  const attempt = new AbortController();
  const end = () => attempt.abort(new ReadFailure('no answer in time'));
  const timer = setTimeout(end, READ_MAX_MS);
  signal?.addEventListener('abort', end);
  let readings: LocalReading[];
  try {
    readings = await source.read(attempt.signal);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', end);
  }
  const atMs = Date.now();
  return readings.flatMap((one) => {
    const { reading, dropped } = plausible(one);
    if (dropped.length > 0) log(`${name}: impossible values left out: ${dropped.join(', ').slice(0, 200)}`);
    if (!reading) return [];
    const isNamed = reading.source !== '' && !reading.source.startsWith('#');
    const source = isNamed ? reading.source : `${name}${reading.source}`;
    return [{ device: name, reading: { ...reading, source, label: reading.label ?? name, atMs } }];
  });
}

/** Why a read failed, as one line. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) {
    const { message } = (error ?? {}) as { message?: unknown };
    return typeof message === 'string' ? message : String(error);
  }
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'no answer in time';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return (error.message || code || error.name).replace(/\s+/g, ' ').slice(0, 300);
}

/** Reads a device in its interval until the signal. */
export async function poll(device: Device, parts: PollParts, signal: AbortSignal): Promise<void> {
  const { buffer, log, onStored } = parts;
  const { name, interval } = device.config;
  let failures = 0;
  let lastReason = '';
  while (!signal.aborted) {
    const startedAt = performance.now();
    try {
      const stored = await readOnce(device, (text) => log(text), signal);
      if (stored.length > 0) {
        buffer.append(stored);
        buffer.fit();
        onStored();
      }
      if (failures > 0) log(`${name}: read again after ${failures} failure(s)`);
      [failures, lastReason] = [0, ''];
    } catch (error) {
      if (signal.aborted) return;
      failures++;
      const reason = reasonOf(error);
      // Inverters that turn off at night would fill the log.
      if (reason !== lastReason) log(`${name}: not read: ${reason}`);
      lastReason = reason;
    }
    const everyMs = Math.min(
      interval * 1000 * 2 ** Math.min(failures, 6),
      Math.max(interval * 1000, INTERVAL_MAX_MS),
    );
    const waitMs = Math.max(1000, everyMs - (performance.now() - startedAt));
    await sleep(waitMs, undefined, { signal }).catch(() => {});
  }
}
