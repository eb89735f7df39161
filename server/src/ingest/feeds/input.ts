// What all inputs of feeds have in common: the token, the limits, the storing, and errors in the format of the source.
import type { FeedKind } from '@helioport/domain/feeds';
import type { FeedReading } from '@helioport/protocol/feeds/values';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import type { FastifyInstance } from '../../platform/http.ts';
import type { Log } from '../../platform/log.ts';
import type { Metrics } from '../../platform/metrics.ts';
import { networkOf } from '../../platform/network.ts';
import { outageOf } from '../../platform/outage.ts';
import { type Feed, feedOfToken } from '../../repositories/feeds.ts';
import type { Pipeline } from '../accept.ts';
import { Unavailable } from '../storeFaults.ts';
import { createPace, type Pace } from './pace.ts';
import { createFeedStore, type FeedStatus } from './store.ts';

/** Requests per minute of one feed, and requests with an invalid token of one network. */
export const FEED_REQUESTS_PER_MINUTE = 120;
export const WRONG_TOKENS_PER_MINUTE = 60;
/** Requests of one feed that are processed at the same time. */
const AT_ONCE_MAX = 4;
const RETRY_AFTER_S = 2;

export interface FeedInputParts {
  db: Db;
  pipeline: Pipeline;
  clock: Clock;
  log: Log;
  metrics: Metrics;
}

/** Why a request is not fulfilled. */
export interface FeedFailure {
  status: 400 | 401 | 403 | 413 | 429 | 500 | 503;
  /** In English, for the log of the sender. */
  problem: string;
}

export interface FeedInput {
  /** The kinds of feeds whose tokens it accepts. */
  kinds: readonly FeedKind[];
  paths: readonly string[];
  methods: readonly ('GET' | 'POST')[];
  bodyBytes: number;
  /** The token in headers and query; '' if there is none, then `bodyToken` is asked. */
  token(request: FastifyRequest): string;
  bodyToken?(request: FastifyRequest): string;
  /** Answers a failure as the source does. */
  fail(reply: FastifyReply, failure: FeedFailure, request: FastifyRequest): unknown;
  /** Headers of the limit that programs of this source know, in addition to the standard ones. */
  headers?(pace: Pace, nowMs: number): Readonly<Record<string, string | number>>;
  /** Reads and stores the request and answers it. Throws FeedRefused with what is wrong with it. */
  serve(call: FeedCall): Promise<unknown>;
}

export interface FeedCall {
  request: FastifyRequest;
  reply: FastifyReply;
  db: Db;
  feed: Feed;
  nowMs: number;
  /** Stores readings; one status each. `problem`: what of the request could not be read. */
  store(readings: readonly FeedReading[], problem?: string): Promise<FeedStatus[]>;
}

/** Ends a request with this failure. */
export class FeedRefused extends Error {
  readonly status: FeedFailure['status'];
  constructor(status: FeedFailure['status'], problem: string) {
    super(problem);
    this.status = status;
  }
}

/** The parameters in the address, as sent: the first value of each counts. */
export function queryOf({ raw }: FastifyRequest): URLSearchParams {
  const url = raw.url ?? '';
  const mark = url.indexOf('?');
  return new URLSearchParams(mark < 0 ? '' : url.slice(mark + 1));
}

/** Parameters of a body. Uploaders send a dozen. */
const PARAMETERS_MAX = 1_000;

/** Query and form body as one: the first value of each counts, that of the body before that of the address. */
export function formOf(request: FastifyRequest): URLSearchParams {
  const query = queryOf(request);
  const isForm = !/json|octet-stream/i.test(request.headers['content-type'] ?? '');
  if (!isForm || !Buffer.isBuffer(request.body) || hasTooMany(request.body)) return query;
  return new URLSearchParams(`${request.body.toString('utf8')}&${query.toString()}`);
}

/** Whether a body has more parameters than any uploader sends. It is read before its token is known. */
function hasTooMany(body: Buffer): boolean {
  let count = 0;
  for (let at = body.indexOf('&'); at >= 0 && count < PARAMETERS_MAX; at = body.indexOf('&', at + 1)) count++;
  return count >= PARAMETERS_MAX;
}

/** The first problem of statuses; '' if there is none. */
export const problemOf = (statuses: readonly FeedStatus[]): string => {
  for (const one of statuses) if (one.status === 'refused') return one.problem;
  return '';
};

/** Adds the inputs to a server; to be called before its routes are added. */
export function addFeedInputs(
  app: FastifyInstance,
  { db, pipeline, clock, log, metrics }: FeedInputParts,
  inputs: readonly FeedInput[],
): void {
  const store = createFeedStore({ db, pipeline, clock, log });
  const ofFeed = createPace(FEED_REQUESTS_PER_MINUTE);
  const failedLogins = createPace(WRONG_TOKENS_PER_MINUTE);
  const underWay = new Map<number, number>();
  const feeds = new WeakMap<FastifyRequest, Feed>();

  const refuse = (reason: string, failure: FeedFailure): never => {
    metrics.framesRefused.inc({ door: 'feed', reason });
    throw new FeedRefused(failure.status, failure.problem);
  };

  /** The feed of a token, within the limits. */
  const letIn = async (input: FeedInput, request: FastifyRequest, reply: FastifyReply, token: string) => {
    const network = networkOf(request.ip);
    const limit = failedLogins.look(network);
    if (!limit.isAllowed) {
      void reply.header('retry-after', limit.resetS);
      return refuse('tooManyTokens', { status: 429, problem: 'too many requests with an invalid token' });
    }
    const isToken = /^[0-9a-f]{32}$/.test(token);
    const feed = isToken ? await feedOfToken(db, token) : undefined;
    if (!feed) {
      failedLogins.take(network);
      return refuse('badToken', { status: 401, problem: 'token missing, invalid or revoked' });
    }
    const pace = ofFeed.take(String(feed.id));
    void reply.headers({
      'ratelimit-limit': pace.limit,
      'ratelimit-remaining': pace.remaining,
      'ratelimit-reset': pace.resetS,
      ...(pace.isAllowed ? {} : { 'retry-after': pace.resetS }),
      ...input.headers?.(pace, clock()),
    });
    if (!pace.isAllowed)
      return refuse('tooMany', { status: 429, problem: `more than ${pace.limit} requests per minute` });
    if (!input.kinds.includes(feed.kind))
      return refuse('otherKind', { status: 403, problem: `this token is for ${feed.kind}` });
    return feed;
  };

  const handle = async (input: FeedInput, request: FastifyRequest, reply: FastifyReply) => {
    const feed = feeds.get(request) ?? (await letIn(input, request, reply, input.bodyToken?.(request) ?? ''));
    const running = underWay.get(feed.id) ?? 0;
    if (running >= AT_ONCE_MAX) {
      void reply.header('retry-after', RETRY_AFTER_S);
      return refuse('tooMany', { status: 429, problem: 'too many requests at the same time' });
    }
    underWay.set(feed.id, running + 1);
    try {
      return await input.serve({
        request,
        reply,
        db,
        feed,
        nowMs: clock(),
        async store(readings, problem = '') {
          const statuses = await store.store(feed, readings);
          const kept = readings.filter((_, i) => statuses[i]?.status !== 'refused');
          await store.note(feed, { readings: kept, problem: problem || problemOf(statuses) });
          return statuses;
        },
      });
    } catch (error) {
      if (error instanceof FeedRefused) await store.note(feed, { readings: [], problem: error.message });
      throw error;
    } finally {
      const left = (underWay.get(feed.id) ?? 1) - 1;
      if (left > 0) underWay.set(feed.id, left);
      else underWay.delete(feed.id);
    }
  };

  for (const input of inputs) {
    for (const url of input.paths)
      app.route({
        url,
        method: [...input.methods],
        bodyLimit: input.bodyBytes,
        // Before the body is read of a sender who may not send any.
        onRequest: async (request, reply) => {
          const token = input.token(request);
          const isInBody = token === '' && input.bodyToken !== undefined && request.method === 'POST';
          if (isInBody && failedLogins.look(networkOf(request.ip)).isAllowed) return;
          feeds.set(request, await letIn(input, request, reply, token));
        },
        handler: (request, reply) => handle(input, request, reply),
        errorHandler: (error: FastifyError | Error, request, reply) => {
          const failure = failureOf(error);
          if (failure.status === 503) void reply.header('retry-after', RETRY_AFTER_S);
          if (failure.status === 500) log.error({ err: error }, 'feed request failed');
          return input.fail(reply, failure, request);
        },
      });
  }
}

function failureOf(error: FastifyError | Error): FeedFailure {
  if (error instanceof FeedRefused) return { status: error.status, problem: error.message };
  const status = 'statusCode' in error ? (error.statusCode ?? 500) : 500;
  if (status === 413) return { status: 413, problem: 'request too large' };
  if (status === 503 || status === 429) return { status, problem: 'too many requests, send again later' };
  if (status >= 400 && status < 500) return { status: 400, problem: 'request not readable' };
  if (error instanceof Unavailable || outageOf(error) !== undefined)
    return { status: 503, problem: 'temporarily unavailable, send again' };
  return { status: 500, problem: 'internal error' };
}
