// HTTP server: Fastify, configured to pass every body as raw bytes. Independent of the application.

import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import multipart from '@fastify/multipart';
import rateLimit, { type FastifyRateLimitStore } from '@fastify/rate-limit';
import { failures } from '@helioport/contract/failures';
import { HOUR_MS } from '@helioport/domain/duration';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import helmet from 'helmet';
import {
  type ConnectionLimits,
  defaultConnectionLimits,
  limitConnections,
  type RefusedCause,
} from './connectionLimits.ts';
import { BusinessFailure, fail } from './failure.ts';
import { createLeases, type Leases, type Take } from './leases.ts';
import type { Log } from './log.ts';
import { networkOf } from './network.ts';
import { translate } from './texts.ts';

/** Bodies of what is no call of the contract, and files of uploads, in bytes. */
const BODY_LIMIT = 102_400;
const UPLOAD_LIMIT = 4 * 1_048_576;
/** Shorter answers are three packets at most: to compress and to unfold them takes longer than to send them. */
const COMPRESSED_FROM = 4096;
/** Responses up to this size are compressed in this thread: passing one to another thread takes longer. */
const COMPRESSED_SYNC = 65_536;
/** Time limit of an upload: its parser would wait indefinitely for a missing last part. */
const UPLOAD_WITHIN_MS = 10_000;

function sendNoAddress({ headers, url }: Pick<FastifyRequest, 'headers' | 'url'>, reply: FastifyReply): void {
  const { code, http } = failures['path.unknown'];
  const msg = translate(Number(headers.lan), 'failure.path.unknown', { url: url.slice(0, 200) });
  void reply.code(http).send({ code, msg, data: null });
}

export type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route checks a secret of the installation before it reads the body. */
    hasInstallationToken?: boolean;
    /** The route is rejected immediately while the database does not respond. */
    needsDatabase?: boolean;
  }
}

/** A file of a multipart call. */
export interface UploadedFile {
  filename: string;
  mimetype: string;
  data: Buffer;
}

/** An empty Fastify with parsers, security headers, compression and rate limits (used where a route asks for one). */
export async function createHttpServer(options: {
  log: Log;
  trustsProxy: false | number | string[];
  /** True if browsers access the portal over HTTPS only: enables HSTS. */
  isSecure?: boolean;
  /** Counts calls for all processes together; without it this one counts alone. */
  takeCount?: Take;
  connections?: Partial<ConnectionLimits>;
  /** Called for each connection that is closed for a limit. */
  onConnectionRefused?: (cause: RefusedCause, address: string) => void;
}): Promise<FastifyInstance> {
  const trusted = options.trustsProxy;
  const limits = { ...defaultConnectionLimits, ...options.connections };
  const app = Fastify({
    loggerInstance: options.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: typeof trusted === 'number' ? (_address, hop) => hop < trusted : trusted,
    bodyLimit: BODY_LIMIT,
    requestTimeout: 30_000,
    connectionTimeout: limits.idleMs,
    forceCloseConnections: 'idle',
    // Requests during shutdown are served, because a device takes any response for an acknowledgment.
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true },
    // An address that is no valid URL is refused like an unknown one, without the text of the framework.
    frameworkErrors: (_error, request, reply) => sendNoAddress(request, reply as unknown as FastifyReply),
    // Inverters use HTTP/1.0 or omit the Host header.
    http: { requireHostHeader: false },
  });
  const admitRequest = limitConnections(app.server, {
    limits,
    trustsProxy: trusted,
    onRefused: options.onConnectionRefused ?? (() => undefined),
  });
  // First of all hooks: a request beyond the limit of its connection costs nothing else.
  app.addHook('onRequest', (request, reply, done) => {
    if (admitRequest(request.raw, reply.raw)) return done();
    reply.hijack();
  });
  // The Go client of InfluxDB sends an empty type, some devices one without a slash. The router would reject the request,
  // although no endpoint depends on the type of such a body.
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    if (raw.headers['content-type']?.includes('/') === false) delete raw.headers['content-type'];
    done();
  });
  app.removeAllContentTypeParsers();
  await app.register(multipart, {
    limits: { fileSize: UPLOAD_LIMIT, files: 1, fields: 50, fieldSize: 100_000 },
  });
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  // Calculated once: the plugin would build the same headers for every response.
  const secure = helmet({
    // Plain HTTP on the local network must stay usable, so HSTS requires an https URL.
    strictTransportSecurity: options.isSecure ? { maxAge: 15_552_000, includeSubDomains: false } : false,
    xFrameOptions: { action: 'deny' },
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        connectSrc: ["'self'"],
        fontSrc: ["'self'", 'data:'],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
  });
  app.addHook('onRequest', (request, reply, done) =>
    secure(request.raw, reply.raw, (error) => done(error instanceof Error ? error : undefined)),
  );
  await app.register(compress, {
    global: true,
    threshold: COMPRESSED_FROM,
    syncThreshold: COMPRESSED_SYNC,
    // A chart of a year takes a quarter of the time by these, and is a twentieth larger.
    zlibOptions: { level: 4 },
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 2 } },
  });
  const { takeCount } = options;
  await app.register(rateLimit, {
    global: false,
    // How many calls are left is not known to the last one where several processes count.
    addHeadersOnExceeding: {
      'x-ratelimit-limit': false,
      'x-ratelimit-remaining': false,
      'x-ratelimit-reset': false,
    },
    ...(takeCount ? { store: storeOf(createLeases(takeCount)) } : {}),
  });
  return app;
}

/** Time limit for pending requests when the server closes. */
const END_WITHIN_MS = 10_000;

/** Stops accepting requests and resolves when those in progress are answered, or closed after ten seconds. */
export async function closeGently(app: FastifyInstance, endWithinMs = END_WITHIN_MS): Promise<void> {
  // A connection becomes idle after its response and would otherwise be kept open.
  const sweep = setInterval(() => app.server.closeIdleConnections(), 50);
  const cut = setTimeout(() => app.server.closeAllConnections(), endWithinMs);
  try {
    await app.close();
  } finally {
    clearInterval(sweep);
    clearTimeout(cut);
  }
}

/** Store of the rate limiter. Keys include the name of the limit. */
function storeOf(leases: Leases) {
  return class Store implements FastifyRateLimitStore {
    incr(
      key: string,
      done: (error: Error | null, result?: { current: number; ttl: number }) => void,
      spanMs = 60_000,
      max = 1,
    ): void {
      leases.takeOne(key, max, spanMs).then(
        ({ isGranted, leftMs }) => done(null, { current: isGranted ? max : max + 1, ttl: leftMs }),
        (error: Error) => done(error),
      );
    }

    child(): Store {
      return this;
    }
  };
}

/** What calls of one limit are counted by: the network of the caller. */
export const byNetwork = (limit: string) => (request: FastifyRequest) => `${limit} ${networkOf(request.ip)}`;

/** Hook for one route: rejects calls of a network beyond `max` per hour. `name` identifies the limit. */
export function limitPerHour(app: FastifyInstance, max: number, name: string) {
  // Not `app.rateLimit`, of which only the first on a route counts.
  const count = app.createRateLimit({ max, timeWindow: HOUR_MS, keyGenerator: byNetwork(`hour ${name}`) });
  return async (request: FastifyRequest): Promise<void> => {
    const found = await count(request);
    if (!found.isAllowed && found.isExceeded) fail('request.tooMany');
  };
}

/**
 * Whether the request declares an upload. Checks the header, because `request.isMultipart()` is false until the body is
 * parsed, which is too late to reject it.
 */
export const isMultipart = ({ headers }: FastifyRequest): boolean =>
  /^\s*multipart\//i.test(headers['content-type'] ?? '');

/** Bytes of the body that a request declares; `most` for a body of unknown length, 0 for none. */
export function declaredBytes({ headers }: FastifyRequest, most: number): number {
  const declared = headers['content-length'];
  if (declared !== undefined) return Math.min(most, Number(declared) || 0);
  return headers['transfer-encoding'] === undefined ? 0 : most;
}

/**
 * Body of a call: its bytes as sent (for `sign`) and its value; fields and files of an upload in one object. For
 * multipart bodies, call it only after the caller is authorized.
 */
export async function readBody(
  request: FastifyRequest,
  uploadWithinMs = UPLOAD_WITHIN_MS,
): Promise<{ bytes: Uint8Array; value: unknown }> {
  if (isMultipart(request)) {
    return { bytes: Buffer.alloc(0), value: await readPartsWithin(request, uploadWithinMs) };
  }
  const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const text = bytes.toString('utf8');
  if (text.trim() === '') return { bytes, value: {} };
  if (request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')) {
    return { bytes, value: Object.fromEntries(new URLSearchParams(text)) };
  }
  try {
    return { bytes, value: JSON.parse(text) ?? {} };
  } catch {
    return fail('request.invalid', { field: 'JSON' });
  }
}

async function readPartsWithin(request: FastifyRequest, ms: number): Promise<Record<string, unknown>> {
  let timer: NodeJS.Timeout | undefined;
  const tooSlow = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      // Discards the rest of the body.
      request.raw.unpipe();
      request.raw.resume();
      reject(new BusinessFailure('request.invalid', { field: 'multipart' }));
    }, ms);
  });
  try {
    return await Promise.race([readParts(request), tooSlow]);
  } finally {
    clearTimeout(timer);
  }
}

async function readParts(request: FastifyRequest): Promise<Record<string, unknown>> {
  const fields: Record<string, unknown> = {};
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') {
        fields[part.fieldname] = part.value;
      } else {
        const data = await part.toBuffer();
        fields[part.fieldname] = {
          filename: part.filename,
          mimetype: part.mimetype,
          data,
        } satisfies UploadedFile;
      }
    }
  } catch (error) {
    // The parser's complaints about torn bodies carry no status; those about limits do.
    if (error instanceof Error && 'statusCode' in error) throw error;
    fail('request.invalid', { field: 'multipart' });
  }
  return fields;
}
