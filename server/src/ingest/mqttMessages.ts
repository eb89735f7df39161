// Processing of published messages, for both kinds of broker.
import { decodeMessage } from '@helioport/protocol/helioport/message';
import type { DeviceTopic } from '@helioport/protocol/helioport/topics';
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import { createThrottledLog } from '../platform/throttledLog.ts';
import type { Pipeline } from './accept.ts';
import type { CommandEnd } from './listeners.ts';
import { arrivalOf } from './parts.ts';

interface TakingParts {
  pipeline: Pipeline;
  log: Log;
  metrics: Metrics;
  commands?: CommandEnd | undefined;
}

/** Resolves when a reading or a status is on disk or is none at all; rejects when the device must send it again. */
export type TakeMessage = (
  topic: Pick<DeviceTopic, 'sn'> & { kind: string },
  payload: Buffer,
) => Promise<void>;

export function createTaking({ pipeline, log, metrics, commands }: TakingParts): TakeMessage {
  /** Of an outage every device makes one. */
  const inOutage = createThrottledLog(log, 60_000);
  return async ({ sn, kind }, payload) => {
    try {
      if (kind === 'status') {
        await commands?.onReport(sn, payload);
        return;
      }
      const parsed = decodeMessage(payload);
      if (parsed.ok) {
        await pipeline.accept(arrivalOf(sn, parsed), 'mqtt');
        return;
      }
      // Acknowledged all the same: a device would repeat it for ever.
      metrics.framesRefused.inc({ door: 'mqtt', reason: parsed.refusal });
      log.debug({ sn, ...parsed }, 'message is not a reading');
    } catch (error) {
      if (kind === 'status') inOutage('not kept', { err: error, sn }, 'status not stored');
      else inOutage('not stored', { err: error, sn }, 'message not stored');
      throw error;
    }
  };
}
