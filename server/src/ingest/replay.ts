// Replay endpoint: readings with their own time, many per request, for history and for bridges to other systems. One
// line of JSON each: `{"at", "frame"}` with the bytes in hex, or `{"at", "sn", "report"}`.
import { parseMessage } from '@helioport/protocol/helioport/message';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { discardUpTo } from '../platform/discardedBody.ts';
import type { FastifyInstance } from '../platform/http.ts';
import { isSameSecret } from '../platform/token.ts';
import type { Accepted, Pipeline } from './accept.ts';
import type { Arrival } from './decode.ts';
import { arrivalOf } from './parts.ts';
import { Unavailable } from './storeFaults.ts';

const BODY_LIMIT = 8 * 1_048_576;
const TOO_LARGE = 'request too large: at most 8 MB per request';
/** Discarded after a response to the sender of a longer body, which many clients read after sending everything. */
const MOST_DISCARDED = 64 * 1_048_576;
/** Lines per chunk; other requests are processed in between. */
const CHUNK = 2_000;
/** Concurrent chunks of one request: one is parsed while the others are stored. */
const CHUNKS_AT_ONCE = 3;
const PROBLEMS_LISTED = 20;
const RETRY_AFTER_S = 2;

interface Problem {
  /** From 1. */
  line: number;
  reason: string;
}

export interface ReplayResult {
  accepted: number;
  repeated: number;
  refused: number;
  /** The first rejected lines. */
  problems: Problem[];
}

interface ReplayParts {
  pipeline: Pipeline;
  /** The secret of the installation that senders show as `Authorization: Bearer …`. */
  token: string;
}

/** Adds `POST /ingest/replay`. 200 with counts after everything is durable; 503 when the store cannot keep up. */
export function addReplayEndpoint(app: FastifyInstance, { pipeline, token }: ReplayParts): void {
  // Before eight megabytes are read from an unauthorized client.
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    const given = /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
    if (isSameSecret(given, token)) {
      discardUpTo(request.raw, MOST_DISCARDED);
      return;
    }
    await reply.code(401).send({ error: 'token missing or invalid' });
  };
  const errorHandler = (error: FastifyError, _request: FastifyRequest, reply: FastifyReply) => {
    if (error.statusCode !== 413) throw error;
    return reply.code(413).send({ error: TOO_LARGE });
  };
  const config = { hasInstallationToken: true };
  const options = { bodyLimit: BODY_LIMIT, onRequest, errorHandler, config };
  app.post('/ingest/replay', options, async (request, reply) => {
    const body = Buffer.isBuffer(request.body) ? request.body.toString('utf8') : '';
    try {
      return await replay(pipeline, body);
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      return await reply.code(503).header('retry-after', RETRY_AFTER_S).send({ error: error.message });
    }
  });
}

/** Submits every line and counts the outcomes. A malformed line is rejected on its own. */
export async function replay(pipeline: Pipeline, body: string): Promise<ReplayResult> {
  const result: ReplayResult = { accepted: 0, repeated: 0, refused: 0, problems: [] };
  const refuse = (line: number, reason: string) => {
    result.refused++;
    if (result.problems.length < PROBLEMS_LISTED) result.problems.push({ line, reason });
  };
  const lines = body.split('\n');
  const underWay: Promise<void>[] = [];
  for (let from = 0; from < lines.length; from += CHUNK) {
    const arrivals: Arrival[] = [];
    const numbers: number[] = [];
    lines.slice(from, from + CHUNK).forEach((text, i) => {
      if (text.trim() === '') return;
      const line = readLine(text);
      if (typeof line === 'string') {
        refuse(from + i + 1, line);
        return;
      }
      arrivals.push(line);
      numbers.push(from + i + 1);
    });
    const count = (outcomes: readonly Accepted[]) =>
      outcomes.forEach(({ status, refusal }, i) => {
        if (status === 'stored') result.accepted++;
        else if (status === 'repeated') result.repeated++;
        else refuse(numbers[i] ?? 0, refusal ?? 'refused');
      });
    const chunk = pipeline.acceptMany(arrivals, 'replay').then(count);
    // Reported below; prevents an unhandled rejection until then.
    chunk.catch(() => undefined);
    underWay.push(chunk);
    if (underWay.length >= CHUNKS_AT_ONCE) await underWay.shift();
    await new Promise((resolve) => setImmediate(resolve));
  }
  await Promise.all(underWay);
  result.problems.sort((a, b) => a.line - b.line);
  return result;
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;

/** One line as an arrival, or why it is none. */
function readLine(text: string): Arrival | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'notJson';
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'notAnObject';
  const { at, frame, sn, serial = sn, report } = value as Record<string, unknown>;
  let atMs: number | undefined;
  if (at !== undefined) {
    atMs = typeof at === 'string' && instant.test(at) ? Date.parse(at) : Number.NaN;
    if (Number.isNaN(atMs)) return 'badInstant';
  }
  if (typeof frame === 'string') {
    const bytes = Buffer.from(frame, 'hex');
    if (bytes.length * 2 !== frame.length) return 'notHex';
    return { kind: 'frame', bytes, ...(atMs === undefined ? {} : { atMs }) };
  }
  if (typeof serial !== 'string' || report === undefined) return 'neitherFrameNorReport';
  const parsed = parseMessage(report);
  if (!parsed.ok) return parsed.field === '' ? parsed.refusal : `${parsed.refusal}: ${parsed.field}`;
  return arrivalOf(serial, parsed, atMs);
}
