// Request lifecycle, in order: limits, session, grant, memory for the body, body, sign, input, slow work, transaction,
// handler, response. Bodies are not read before the caller is authorized.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Endpoint } from '@helioport/contract/endpoint';
import { type Envelope, SUCCESS } from '@helioport/contract/envelope';
import { invalidFields } from '@helioport/contract/invalidInput';
import { moneyModule, withoutMoney } from '@helioport/contract/money';
import { site } from '@helioport/contract/site';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { ActiveBrand } from './access/brand.ts';
import { demandGrant } from './access/grants.ts';
import type { Fulfilled, Later, Services } from './access/handler.ts';
import type { Me } from './access/me.ts';
import { callerOf } from './access/session.ts';
import { createShares, type RowsOf, type Shares } from './access/share.ts';
import { visibleTo } from './access/visible.ts';
import { addGetRoutes } from './http/getRoutes.ts';
import { type Admission, createAdmission } from './platform/admission.ts';
import type { Clock } from './platform/clock.ts';
import { type ConnectionLimits, whenOver } from './platform/connectionLimits.ts';
import { type DatabaseWatch, unwatched } from './platform/databaseWatch.ts';
import { type Database, type Db, inTransaction, type Tx } from './platform/db.ts';
import { BusinessFailure, fail } from './platform/failure.ts';
import {
  byNetwork,
  createHttpServer,
  declaredBytes,
  type FastifyInstance,
  isMultipart,
  limitPerHour,
  readBody,
} from './platform/http.ts';
import type { Log } from './platform/log.ts';
import type { Metrics } from './platform/metrics.ts';
import { networkOf } from './platform/network.ts';
import { type Readers, readersOf } from './platform/readers.ts';
import { sameOriginOnly } from './platform/sameOrigin.ts';
import { signatureOf } from './platform/sign.ts';
import { translate } from './platform/texts.ts';
import { createThrottledLog } from './platform/throttledLog.ts';
import { hashToken, isAccessToken, tokenOf } from './platform/token.ts';
import { touchAccessToken } from './repositories/accessTokens.ts';
import { takeCount } from './repositories/callCounts.ts';
import { touchSession } from './repositories/sessions.ts';
import { languageOf, sendFailure } from './sendFailure.ts';

export interface AppParts extends Pick<Database, 'db' | 'reads'> {
  clock: Clock;
  log: Log;
  metrics: Metrics;
  /** Database for read-only calls; default `reads`. */
  readers?: Readers;
  services: Services;
  apiCalls: readonly Fulfilled[];
  /** Tests and development: an answer that breaks its promise is an error instead of being sent. */
  checksAnswers: boolean;
  /** Calls per minute and caller for endpoints available to anonymous users. */
  anonymousCallsPerMinute: number;
  /** Requests a minute of one network without a session: open reading calls, and documents and images. */
  anonymousReadsPerMinute?: number;
  /** Calls a minute of one session. */
  sessionCallsPerMinute: number;
  /** Budgets for what is costly; the defaults for a process of two cores. */
  admission?: Admission;
  connections?: Partial<ConnectionLimits>;
  /** Refuses calls while the database does not answer; without it they wait. */
  watch?: DatabaseWatch;
  /** Reports the place of a waiting call in its queue, 0 when it no longer waits. */
  onQueuePlace?: (token: string, call: object, place: number) => void;
  /** How long totals are shared with other users who see the same rows; 0, the default, disables sharing. */
  sharesForMs?: number;
  /** Defines users with the same rows, for tests. */
  rowsOf?: RowsOf;
  /** Time limit of an upload; 10 s. */
  uploadWithinMs?: number;
  /** Adds the endpoints in front of the API on the same port: those for devices. */
  addEndpoints?: (app: FastifyInstance) => void;
}

/** The API over HTTP, not yet listening. */
export async function createApp(parts: AppParts): Promise<FastifyInstance> {
  const { log, services } = parts;
  const { trustsProxy, publicUrl } = services.config;
  const { watch = unwatched } = parts;
  const admission = parts.admission ?? createAdmission();
  const throttledLog = createThrottledLog(log);
  const app = await createHttpServer({
    log,
    trustsProxy,
    isSecure: publicUrl.startsWith('https://'),
    takeCount: (what) => takeCount(parts.db, what),
    ...(parts.connections ? { connections: parts.connections } : {}),
    onConnectionRefused(cause, address) {
      parts.metrics.connectionsRefused.inc({ cause });
      throttledLog(cause, { cause, address }, 'http connection closed for a limit');
    },
  });
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.needsDatabase) watch.demandAnswering();
  });
  reserveBodies(app, admission);

  parts.addEndpoints?.(app);

  // Tokens travel in a header, never in a cookie, so any page may call: old clients run from file://.
  const ownPagesOnly = new Set(
    parts.apiCalls.filter(({ endpoint }) => endpoint.sameOrigin).map(({ endpoint }) => `/${endpoint.path}`),
  );
  app.addHook('onRequest', async (request, reply) => {
    if (ownPagesOnly.has(request.url.replace(/\/*(\?.*)?$/, ''))) return;
    reply.header('access-control-allow-origin', '*');
    reply.header('access-control-expose-headers', EXPOSED_HEADERS);
    if (request.method === 'OPTIONS') {
      await reply
        .header('access-control-allow-headers', 'authorization, content-type, lan, client, oem, sign, app')
        .header('access-control-allow-methods', 'POST, GET')
        .header('access-control-max-age', '86400')
        .code(204)
        .send();
    }
  });

  const shares = createShares(parts.sharesForMs ?? 0, parts.rowsOf);
  const demandPace = limitPerSession(app, parts.sessionCallsPerMinute);
  const limitAnonymous = app.rateLimit({
    max: parts.anonymousCallsPerMinute,
    timeWindow: 60_000,
    keyGenerator: byNetwork('stranger'),
  });
  const anonymousReads = app.rateLimit({
    max: parts.anonymousReadsPerMinute ?? ANONYMOUS_READS_PER_MINUTE,
    timeWindow: 60_000,
    keyGenerator: byNetwork('anonymous read'),
  });
  const letInTo = (endpoint: Endpoint) => async (request: FastifyRequest, reply: FastifyReply) => {
    const caller = await watch.whileAnswering(
      admission.lookups.run(networkOf(request.ip), () => letIn(parts, endpoint, request)),
    );
    callers.set(request, caller);
    await demandPace(request, reply, caller);
  };
  for (const apiCall of parts.apiCalls) {
    const { endpoint } = apiCall;
    const isOpen = endpoint.grant.kind === 'open';
    const onRequest = [
      ...(endpoint.sameOrigin ? [sameOriginOnly(() => services.config.publicUrl)] : []),
      ...(isOpen ? [endpoint.writes ? limitAnonymous : anonymousReads] : []),
      ...(endpoint.callsPerHour ? [limitPerHour(app, endpoint.callsPerHour, endpoint.path)] : []),
      letInTo(endpoint),
    ];
    const options = { onRequest, bodyLimit: endpoint.bodyBytes, config: { needsDatabase: true } };
    for (const path of [endpoint.path, ...endpoint.aliases]) {
      app.post(`/${path}`, options, (request, reply) =>
        answer({ ...parts, admission, watch }, shares, apiCall, request, reply),
      );
    }
  }

  const readers = parts.readers ?? readersOf(parts);
  addGetRoutes(app, {
    db: parts.db,
    clock: parts.clock,
    log,
    publicUrl: () => services.config.publicUrl,
    limitAnonymous,
    anonymousReads,
    archives: admission.archives,
    calendarReads: app.rateLimit({
      max: CALENDAR_READS_PER_MINUTE,
      timeWindow: 60_000,
      keyGenerator: byNetwork('calendar'),
    }),
    mayReadPlants: letInTo(site.overview),
    callerOf: (request) => callerOfRequest(request).me,
    read: (queue, reader, run) =>
      watch.whileAnswering(admission.calls.run(queue, () => readers.read(reader, run))),
  });

  app.setErrorHandler((error: FastifyError, request, reply) => sendFailure(parts, error, request, reply));
  app.setNotFoundHandler((request, reply) =>
    sendFailure(
      parts,
      new BusinessFailure('path.unknown', { url: request.url.slice(0, 200) }),
      request,
      reply,
    ),
  );
  return app;
}

/** The caller, and the brand of the request. */
interface Caller {
  me: Me;
  token: string;
  brand: ActiveBrand;
}

const callers = new WeakMap<FastifyRequest, Caller>();

function callerOfRequest(request: FastifyRequest): Caller {
  const caller = callers.get(request);
  if (!caller) throw new Error(`${request.routeOptions.url} called without its access check`);
  return caller;
}

/** Identifies the caller and fails calls without permission, before the body is read. */
async function letIn(
  { db, reads, clock }: AppParts,
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<Caller> {
  const now = clock();
  const token = tokenOf(request.headers.authorization);
  const origin = { token, host: request.hostname ?? '', app: request.headers.app };
  // Never from a replica and never cached: an ended session or changed role takes effect with the next call.
  const { me, activeBrand: brand } = await callerOf(reads, origin, now);
  // Also for open calls: a program learns that its token no longer works instead of getting the answer for anonymous users.
  if (me.userId === 0 && isAccessToken(token)) fail('session.expired');
  if (brand.isInMaintenance && !me.isOperator && !endpoint.evenInMaintenance) fail('server.maintenance');
  demandGrant(me, endpoint);
  if (isMultipart(request) && !endpoint.takesFile) fail('request.invalid', { field: 'multipart' });
  if (me.wantsTouch) await (me.token ? touchAccessToken(db, me.token.id, now) : touchSession(db, token, now));
  return { me, token, brand };
}

/**
 * A guard of all calls: refuses a session its calls beyond `max` a minute, and a user those of all access tokens
 * together. Anonymous users have limits of their own.
 */
function limitPerSession(app: FastifyInstance, max: number) {
  const count = app.createRateLimit({
    max,
    timeWindow: 60_000,
    keyGenerator: (request) => {
      const me = callers.get(request)?.me;
      if (me?.token) return `tokens ${me.ownUserId}`;
      return `session ${hashToken(tokenOf(request.headers.authorization)).toString('base64')}`;
    },
  });
  return async (request: FastifyRequest, reply: FastifyReply, { me }: Caller): Promise<void> => {
    if (me.userId === 0) return;
    const found = await count(request);
    if (found.isAllowed) return;
    const reset = String(found.ttlInSeconds);
    // How many calls are left is not known where several processes count, except at the end.
    void reply.headers({ 'ratelimit-limit': String(max), 'ratelimit-reset': reset });
    if (!found.isExceeded) return;
    void reply.headers({ 'ratelimit-remaining': '0', 'retry-after': reset });
    fail('request.tooMany');
  };
}

/** Calls per minute of one session, or of all tokens of a user: far above the needs of screens and scripts. */
export const SESSION_CALLS_PER_MINUTE = 1_200;

/** What scripts of other pages may read of an answer. */
const EXPOSED_HEADERS = 'ratelimit-limit, ratelimit-remaining, ratelimit-reset, retry-after';

/** Enough for an office behind one address with pages full of images. */
const ANONYMOUS_READS_PER_MINUTE = 3_000;

/** Calendar programs read every few minutes to hours; an office shares an address. */
const CALENDAR_READS_PER_MINUTE = 60;

/** Bodies up to this size need no reservation: the limits on connections bound them. Frames of devices are smaller. */
const UNRESERVED_BYTES = 4_096;

/** Reserves memory for each request body before its first byte is read, until the request is over. */
function reserveBodies(app: FastifyInstance, { anonymousBodies, accountBodies }: Admission): void {
  app.addHook('preParsing', async (request, reply) => {
    const limit = request.routeOptions.bodyLimit ?? UNRESERVED_BYTES;
    const bytes = declaredBytes(request, limit);
    // A body that is too long is rejected by its declared length and needs no memory.
    if (bytes <= UNRESERVED_BYTES || Number(request.headers['content-length']) > limit) return;
    const userId = callers.get(request)?.me.ownUserId ?? 0;
    const network = networkOf(request.ip);
    const hasToken = request.routeOptions.config.hasInstallationToken === true;
    const release =
      userId === 0 && !hasToken
        ? await anonymousBodies.reserve(network, bytes)
        : await accountBodies.reserve(hasToken ? `network ${network}` : `account ${userId}`, bytes);
    if (request.raw.socket.destroyed) release();
    else whenOver(request.raw, reply.raw, release);
  });
}

async function answer(
  parts: AppParts & { admission: Admission; watch: DatabaseWatch },
  shares: Shares,
  { endpoint, handler }: Fulfilled,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Envelope> {
  const { db, metrics, services, admission, watch } = parts;
  const now = parts.clock();
  const lan = languageOf(request);
  const stopTimer = metrics.requestSeconds.startTimer({ path: endpoint.path });
  const { me, token, brand } = callerOfRequest(request);

  const body = await readBody(request, parts.uploadWithinMs);
  await checkSign(parts, request, body.bytes);

  const input = parseInput(endpoint.input, body.value);
  const origin = { address: request.ip, userAgent: request.headers['user-agent'] ?? '', token, ...brand };
  const rows = { visible: visibleTo(me, now), share: shares.of(me) };
  let wait: Later<unknown> | undefined;
  const later = (one: Later<unknown>) => {
    wait = one;
  };
  const readers = parts.readers ?? readersOf(parts);
  const who = String(me.userId);
  const early = { input, me, ...rows, now, lan, origin, services };
  const account = me.userId === 0 ? networkOf(request.ip) : `account ${me.ownUserId}`;
  const queue = endpoint.queue ? admission[endpoint.queue] : admission.calls;
  const onPlace =
    endpoint.queue && parts.onQueuePlace && ((place: number) => parts.onQueuePlace?.(token, request, place));
  const { prepare } = handler;
  const prepareNow = async (): Promise<unknown> => {
    // A caller that disconnected while waiting costs nothing more.
    if (request.raw.socket.destroyed) fail('request.tooMany');
    return await prepare?.({ ...early, tx: parts.reads, db });
  };
  const isQueued = endpoint.queue !== undefined && prepare !== undefined;
  const prepared = isQueued ? await queue.run(account, prepareNow, onPlace) : prepare && (await prepareNow());
  const run = (tx: Tx) => handler({ ...early, tx, prepared, later });
  const execute = () => (endpoint.writes ? write(db, run) : readers.read(who, run));
  const executed = prepare ? admission.calls.run(account, execute) : queue.run(account, execute, onPlace);
  const written = await (endpoint.writes ? executed : watch.whileAnswering(executed));
  if (endpoint.writes) {
    readers.wrote(who);
    shares.clear();
  }
  const data = wait ? await awaited(parts.reads, wait, () => request.socket.destroyed) : written;

  const shown = me.userId === 0 || me.modules.has(moneyModule) ? data : withoutMoney(data);
  if (parts.checksAnswers) checkAnswer(endpoint.path, endpoint.output, shown);
  stopTimer({ code: SUCCESS });
  void reply.header('cache-control', 'no-store');
  return { code: SUCCESS, msg: translate(lan, 'api.success'), data: shown };
}

/** Runs a writing handler. Some failures must leave a trace (a counted wrong password): they commit, then fail. */
async function write<T>(db: Db, run: (tx: Tx) => Promise<T>): Promise<T> {
  let kept: BusinessFailure | undefined;
  const data = await inTransaction(db, 'write', async (tx) => {
    try {
      return await run(tx);
    } catch (error) {
      if (!(error instanceof BusinessFailure) || !error.keepsWrites) throw error;
      kept = error;
      return undefined;
    }
  });
  if (kept) throw kept;
  return data as T;
}

/** Calls of this process that wait for an answer; beyond, a call is answered with what is there. */
const WAITING_MOST = 50;
const POLL_EVERY_MS = 300;
let waiting = 0;

/**
 * Result of a call that waits for another request, or the current result after its time or once the caller has
 * disconnected.
 */
async function awaited(reads: Tx, { forMs, poll }: Later<unknown>, hasLeft: () => boolean): Promise<unknown> {
  const until = performance.now() + forMs;
  waiting++;
  try {
    for (;;) {
      const isOver = waiting > WAITING_MOST || performance.now() >= until || hasLeft();
      const found = await poll(reads, isOver);
      if (found !== undefined || isOver) return found;
      await sleep(POLL_EVERY_MS);
    }
  } finally {
    waiting--;
  }
}

const SIGNATURE_LENGTH = 32;

/** Verifies the `sign` header, if there is one. */
async function checkSign(
  { metrics, services }: AppParts,
  request: FastifyRequest,
  body: Uint8Array,
): Promise<void> {
  const given = request.headers.sign;
  const isSignature = typeof given === 'string' && given.length === SIGNATURE_LENGTH;
  if (isSignature && given === (await signatureOf(body))) return;
  metrics.signMismatches.inc({ kind: given === undefined ? 'missing' : 'wrong' });
  if (services.config.enforcesSign) fail('request.sign');
}

function parseInput(schema: z.ZodType, value: unknown): unknown {
  const parsed = schema.safeParse(value ?? {});
  if (parsed.success) return parsed.data;
  return fail('request.invalid', { field: invalidFields(schema, value, parsed.error.issues) });
}

function checkAnswer(path: string, schema: z.ZodType, data: unknown): void {
  const parsed = schema.safeParse(data);
  if (!parsed.success) throw new Error(`Response of ${path} violates its contract: ${parsed.error.message}`);
}
