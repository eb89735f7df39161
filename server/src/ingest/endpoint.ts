// HTTP endpoint of devices, independent of the server that it runs in: receives a frame and responds with the time.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { wallClock } from '@helioport/domain/periods';
import { clockAnswer } from '@helioport/protocol/nep/answer';
import { decodeFrame, maxFrameBytes } from '@helioport/protocol/nep/frame';
import type pg from 'pg';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import { createThrottledLog } from '../platform/throttledLog.ts';
import { keepRefused } from '../timeseries/ingestion/insert.ts';
import { createPartitions } from '../timeseries/retention/partitions.ts';
import type { Pipeline } from './accept.ts';

export interface DeviceEndpointParts {
  pipeline: Pipeline;
  pool: pg.Pool;
  clock: Clock;
  log: Log;
  metrics: Metrics;
  /** Time for a body to come in whole; 15 s. A device that has not said its 45 to 69 bytes by then never will. */
  bodyWithinMs?: number;
}

export interface DeviceEndpoint {
  /** Reads a request to its end and answers it; for the devices' own addresses. `address`: of who sends, where a proxy hides it. */
  serve(request: IncomingMessage, response: ServerResponse, address?: string): void;
  /** Answers a body that has been read and looks like a frame; for any other address. */
  answer(body: Uint8Array, response: ServerResponse, address: string): Promise<void>;
}

/** Refused bodies stored per minute: enough to examine a new device, too few to fill a disk. */
const KEPT_PER_MINUTE = 60;

/** Time zone of the response to devices without a plant. */
const serverTimeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Whether the lengths in a body are those of a frame, so that it is for this endpoint and not for the API. */
export const isFrame = (body: unknown): body is Buffer => Buffer.isBuffer(body) && decodeFrame(body).ok;

export function createDeviceEndpoint(parts: DeviceEndpointParts): DeviceEndpoint {
  const { pipeline, pool, clock, log, metrics, bodyWithinMs = 15_000 } = parts;
  const partitions = createPartitions(pool);
  /** Limits log entries: an outage causes one per device. */
  const throttledLog = createThrottledLog(log, 60_000);
  let keptSinceMs = 0;
  let kept = 0;

  /** The response does not wait for it: an invalid body may be lost. */
  const keep = (body: Uint8Array, refusal: string) => {
    const nowMs = clock();
    if (nowMs - keptSinceMs >= 60_000) {
      keptSinceMs = nowMs;
      kept = 0;
    }
    if (++kept > KEPT_PER_MINUTE) return;
    partitions
      .ensure([], [nowMs])
      .then(() => keepRefused(pool, body, nowMs, refusal))
      .catch((error: unknown) => log.debug({ err: error }, 'rejected body not stored'));
  };

  /**
   * Always 200 with the time, and nothing that a small HTTP client could stumble over. The connection ends with it,
   * unless `mayStay` and the sender asked in so many words: bridges do, no device does.
   */
  const sendTime = (response: ServerResponse, timeZone: string, mayStay = false) => {
    if (response.headersSent || response.destroyed) return;
    const body = clockAnswer(wallClock(clock(), timeZone));
    for (const name of response.getHeaderNames()) response.removeHeader(name);
    response.sendDate = false;
    const staysOpen = mayStay && response.req.headers.connection?.toLowerCase() === 'keep-alive';
    response.shouldKeepAlive = staysOpen;
    response.writeHead(200, {
      'Content-Type': 'text/html',
      'Content-Length': body.length,
      Connection: staysOpen ? 'keep-alive' : 'close',
    });
    response.end(body);
  };

  const refuse = (body: Uint8Array, refusal: string, response: ServerResponse) => {
    metrics.framesRefused.inc({ door: 'http', reason: refusal });
    if (body.length > 0) keep(body, refusal);
    sendTime(response, serverTimeZone);
  };

  const answer = async (body: Uint8Array, response: ServerResponse, address: string): Promise<void> => {
    const read = decodeFrame(body);
    if (!read.ok) return refuse(body, read.refusal, response);
    try {
      const { timeZone } = await pipeline.accept({ kind: 'frame', bytes: body, read }, 'http', address);
      sendTime(response, timeZone ?? serverTimeZone, true);
    } catch (error) {
      // No answer is the only way to make a device try again.
      throttledLog('not stored', { err: error }, 'frame not stored, no response sent');
      response.destroy();
    }
  };

  const serve = (
    request: IncomingMessage,
    response: ServerResponse,
    address = request.socket.remoteAddress ?? '',
  ): void => {
    if (request.method !== 'POST' && request.method !== 'PUT') {
      request.resume();
      sendTime(response, serverTimeZone);
      return;
    }
    const chunks: Buffer[] = [];
    let length = 0;
    const tooSlow = setTimeout(() => {
      metrics.framesRefused.inc({ door: 'http', reason: 'tooSlow' });
      request.destroy();
    }, bodyWithinMs);
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= maxFrameBytes) {
        chunks.push(chunk);
        return;
      }
      clearTimeout(tooSlow);
      request.removeAllListeners('data').removeAllListeners('end');
      request.pause();
      response.once('finish', () => request.destroy());
      refuse(Buffer.concat(chunks), 'tooLong', response);
    });
    request.on('end', () => {
      clearTimeout(tooSlow);
      void answer(Buffer.concat(chunks), response, address);
    });
    request.on('error', () => clearTimeout(tooSlow));
    request.on('close', () => clearTimeout(tooSlow));
  };

  return { serve, answer };
}
