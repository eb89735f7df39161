// Forwards queued device frames to the server in UPSTREAM: per device one at a time in the order of arrival. One process
// of the installation does it. A frame is deleted after it was accepted, so a crash in between sends it twice.
import type { UpstreamFailure } from '@helioport/contract/health';
import { pathOfFrame } from '@helioport/protocol/nep/frame';
import type { Config } from '../config.ts';
import { standBy } from '../platform/leaderElection.ts';
import { startPolling } from '../platform/pollingLoop.ts';
import { createUpstreamSender, type UpstreamSender } from '../platform/upstream.ts';
import {
  deleteExpiredUpstreamFrames,
  deleteSurplusUpstreamFrames,
  deleteUpstreamFrame,
  nextUpstreamFrames,
  noteUpstreamAttempt,
  putUpstreamState,
  type UpstreamFrame,
  upstreamState,
} from '../repositories/upstreamFrames.ts';
import type { JobParts } from './jobParts.ts';

type Parts = Pick<JobParts, 'db' | 'clock' | 'log' | 'metrics'>;

const INTERVAL_MS = 2_000;
const FRAMES_AT_ONCE = 500;
/** Devices whose frames are sent side by side. */
const DEVICES_AT_ONCE = 8;
const PURGE_EVERY_MS = 60_000;
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 5 * 60_000;
/** A frame that the server does not accept must not hold up its device for the rest of the day. */
const REJECTIONS_MAX = 20;
/** A server that closes the connection after the frame has probably taken it. */
const UNANSWERED_MAX = 3;

/** Failures that concern all devices: no connection exists. */
const isGeneral = (reason: UpstreamFailure): boolean =>
  reason === 'self' || reason === 'private' || reason === 'name' || reason === 'unreachable';

/** Doubles from 5 s to 5 min. */
export const pauseAfter = (failures: number): number =>
  Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS);

function byDevice(frames: readonly UpstreamFrame[]): Map<number, UpstreamFrame[]> {
  const queues = new Map<number, UpstreamFrame[]>();
  for (const frame of frames) {
    const queue = queues.get(frame.deviceId);
    if (queue) queue.push(frame);
    else queues.set(frame.deviceId, [frame]);
  }
  return queues;
}

interface Pause {
  failures: number;
  untilMs: number;
}

export interface Forwarder {
  /** Sends what is due; returns how many frames were accepted. */
  round(isStopping?: () => boolean): Promise<number>;
  /** Interrupts requests under way; their frames remain queued. */
  stop(): void;
}

/** Forwards frames of a queue that no other forwarder uses. */
export function createForwarder({ db, clock, log, metrics }: Parts, sender: UpstreamSender): Forwarder {
  const stopping = new AbortController();
  const paused = new Map<number, Pause>();
  let all: Pause = { failures: 0, untilMs: 0 };
  let purgedAtMs = Number.NEGATIVE_INFINITY;
  const done = { sent: 0, dropped: 0, sentAt: null as number | null };
  let failure: { since: number; reason: UpstreamFailure; status: number | null } | null = null;
  let isChanged = false;
  let isFailing = false;

  const drop = (reason: 'expired' | 'surplus' | 'rejected' | 'unanswered', count: number) => {
    if (count === 0) return;
    metrics.upstreamDropped.inc({ reason }, count);
    done.dropped += count;
    isChanged = true;
    log.warn({ reason, count }, 'device frames not forwarded');
  };

  const next = (before: Pause | undefined): Pause => {
    const failures = (before?.failures ?? 0) + 1;
    return { failures, untilMs: clock() + pauseAfter(failures) };
  };

  const noteFailure = (reason: UpstreamFailure, status: number | null) => {
    metrics.upstreamFailed.inc({ reason });
    failure = { since: failure?.since ?? clock(), reason, status };
    isChanged = true;
    if (isFailing) return;
    isFailing = true;
    log.warn({ reason, status }, 'device frame not accepted by UPSTREAM, retrying');
  };

  /** Sends one frame; returns false if the device has to wait. */
  const sendOne = async (one: UpstreamFrame): Promise<boolean> => {
    const result = await sender.send(one.frame, pathOfFrame(one.frame), stopping.signal);
    if (result.isSent) {
      await deleteUpstreamFrame(db, one);
      metrics.upstreamSent.inc();
      done.sent++;
      done.sentAt = clock();
      failure = null;
      isChanged = true;
      if (isFailing) log.info('device frames accepted by UPSTREAM again');
      isFailing = false;
      all = { failures: 0, untilMs: 0 };
      paused.delete(one.deviceId);
      return true;
    }
    if (stopping.signal.aborted) return false;
    const { reason, status } = result;
    noteFailure(reason, status);
    if (isGeneral(reason)) {
      // Requests that fail side by side are one failure.
      if (clock() >= all.untilMs) all = next(all);
      return false;
    }
    const attempts = await noteUpstreamAttempt(db, one);
    if (attempts >= (reason === 'noResponse' ? UNANSWERED_MAX : REJECTIONS_MAX)) {
      await deleteUpstreamFrame(db, one);
      drop(reason === 'noResponse' ? 'unanswered' : 'rejected', 1);
      paused.delete(one.deviceId);
      return false;
    }
    paused.set(one.deviceId, next(paused.get(one.deviceId)));
    return false;
  };

  const purge = async () => {
    const now = clock();
    if (now - purgedAtMs < PURGE_EVERY_MS) return;
    purgedAtMs = now;
    drop('expired', await deleteExpiredUpstreamFrames(db, now));
    drop('surplus', await deleteSurplusUpstreamFrames(db));
    // Pauses of devices without frames would accumulate.
    for (const [deviceId, { untilMs }] of paused)
      if (untilMs < now - LONGEST_PAUSE_MS) paused.delete(deviceId);
  };

  const saveState = async () => {
    if (!isChanged) return;
    const before = await upstreamState(db);
    await putUpstreamState(db, {
      sent: before.sent + done.sent,
      dropped: before.dropped + done.dropped,
      sentAt: done.sentAt ?? before.sentAt,
      failure,
    });
    done.sent = 0;
    done.dropped = 0;
    isChanged = false;
  };

  const mayNotSend = (isStopping: () => boolean) =>
    isStopping() || stopping.signal.aborted || clock() < all.untilMs;

  /** Sends up to one batch; returns whether there may be more. */
  const sendBatch = async (isStopping: () => boolean): Promise<{ sent: number; isFull: boolean }> => {
    const now = clock();
    const except = [...paused].filter(([, { untilMs }]) => untilMs > now).map(([deviceId]) => deviceId);
    const frames = await nextUpstreamFrames(db, { now, except, limit: FRAMES_AT_ONCE });
    const queues = [...byDevice(frames).values()];
    let sent = 0;
    const work = async () => {
      for (let queue = queues.shift(); queue; queue = queues.shift())
        for (const one of queue) {
          if (mayNotSend(isStopping) || !(await sendOne(one))) break;
          sent++;
        }
    };
    await Promise.all(Array.from({ length: DEVICES_AT_ONCE }, work));
    return { sent, isFull: frames.length === FRAMES_AT_ONCE };
  };

  return {
    async round(isStopping = () => false) {
      await purge();
      let sent = 0;
      for (let isFull = true; isFull && !mayNotSend(isStopping); ) {
        const batch = await sendBatch(isStopping);
        sent += batch.sent;
        isFull = batch.isFull;
        await saveState();
      }
      await saveState();
      return sent;
    },
    stop: () => stopping.abort(),
  };
}

interface StartParts extends Parts {
  databaseUrl: string;
  config: Pick<Config, 'upstream' | 'allowsPrivateHooks' | 'publicUrl'>;
  intervalMs?: number;
}

/** Forwards while this process is the one that does it; without UPSTREAM it does nothing. */
export function startForwarding({ databaseUrl, config, intervalMs = INTERVAL_MS, ...parts }: StartParts): {
  close(): Promise<void>;
} {
  const { upstream: target, allowsPrivateHooks: allowsPrivate, publicUrl } = config;
  if (!target) return { close: async () => undefined };
  const sender = createUpstreamSender({ target, allowsPrivate, publicUrl });
  return standBy({
    databaseUrl,
    log: parts.log,
    name: 'upstream',
    async begin() {
      const forwarder = createForwarder(parts, sender);
      const loop = startPolling(
        (isStopping) => forwarder.round(isStopping),
        intervalMs,
        (error) => parts.log.warn({ err: error }, 'upstream queue not readable'),
      );
      return {
        async close() {
          forwarder.stop();
          await loop.stop();
        },
      };
    },
  });
}
