// Whether the server can do its work now, for balancers and supervisors, and its figures for Prometheus.
import type { FastifyRequest } from 'fastify';
import type { FastifyInstance } from '../platform/http.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { Outage } from '../platform/outage.ts';
import { isSameSecret } from '../platform/token.ts';
import { createReadinessCheck, type ReadinessParts } from './readiness.ts';

/** Why nothing can be stored now. */
export type Unreadiness = 'starting' | 'stopping' | Outage;

/** Gauges that the database does not deliver within this time keep their last values. */
const GAUGES_WITHIN_MS = 2_000;

interface Parts extends ReadinessParts {
  metrics: Metrics;
  /** False while the server starts. */
  isReady: () => boolean;
  /** True once the process is stopping: a balancer sends no more requests. */
  isStopping?: () => boolean;
  /** Updates gauges before they are read. */
  refreshGauges?: () => Promise<void>;
  /** With it figures and reasons may be read from anywhere. */
  metricsToken?: string | undefined;
  /** Without the token, values and reasons are available to callers on this host. False if a proxy may be in front. */
  opensLocally?: boolean;
  /** True while the server's clock is or was wrong and no user has resolved it. */
  isClockSuspect?: () => boolean;
  /** True while a broker elsewhere cannot be reached. */
  isBrokerAway?: () => boolean;
}

/** Adds `/healthz` (alive), `/readyz` (503 if nothing can be stored) and `/metrics`. */
export function addHealth(app: FastifyInstance, parts: Parts): void {
  const readiness = createReadinessCheck(parts);
  app.addHook('onClose', () => readiness.close());
  const mayKnow = (request: FastifyRequest) => isInsider(request, parts);

  app.get('/healthz', async () => ({ status: 'ok' }));

  app.get('/readyz', async (request, reply) => {
    const { outage, warnings } = parts.isStopping?.()
      ? { outage: 'stopping' as const, warnings: [] }
      : parts.isReady()
        ? await readiness.now()
        : { outage: 'starting' as const, warnings: [] };
    if (outage !== undefined)
      return reply
        .code(503)
        .send({ status: 'not ready', ...(mayKnow(request) ? { reason: outage satisfies Unreadiness } : {}) });
    const all = [
      ...warnings,
      ...(parts.isClockSuspect?.() ? ['clock'] : []),
      ...(parts.isBrokerAway?.() ? ['broker'] : []),
    ];
    return { status: 'ready', ...(mayKnow(request) && all.length > 0 ? { warnings: all } : {}) };
  });

  const refresh = oneAtATime(parts.refreshGauges ?? (() => Promise.resolve()), GAUGES_WITHIN_MS);
  app.get('/metrics', async (request, reply) => {
    if (!mayKnow(request)) return reply.callNotFound();
    await refresh();
    return reply.type(parts.metrics.registry.contentType).send(await parts.metrics.registry.metrics());
  });
}

/** Runs `work` once for all concurrent callers. Each waits at most `ms`, and a failure is not passed on. */
function oneAtATime(work: () => Promise<void>, ms: number): () => Promise<void> {
  let running: Promise<void> | undefined;
  let answer: Promise<void> = Promise.resolve();
  return async () => {
    if (!running) {
      running = work()
        .catch(() => undefined)
        .finally(() => {
          running = undefined;
        });
      let timer: NodeJS.Timeout | undefined;
      const limit = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, ms);
      });
      answer = Promise.race([running, limit]).finally(() => clearTimeout(timer));
    }
    await answer;
  };
}

const LOOPBACK = /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/;
const LOOPBACK_HOST = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/;
const FORWARDED = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via'];

/**
 * Whether a caller sends the token or, if enabled, calls from this host directly: not through a proxy, not from a web
 * page.
 */
function isInsider(
  { headers, socket }: FastifyRequest,
  { metricsToken, opensLocally = false }: Parts,
): boolean {
  const given = /^Bearer\s+(\S+)$/i.exec(headers.authorization ?? '')?.[1];
  if (metricsToken !== undefined && given !== undefined) return isSameSecret(given, metricsToken);
  if (!opensLocally || !LOOPBACK.test(socket.remoteAddress ?? '')) return false;
  const isForwarded = FORWARDED.some((name) => name in headers);
  const isPage = 'origin' in headers || (headers['sec-fetch-site'] ?? 'none') !== 'none';
  return !isForwarded && !isPage && LOOPBACK_HOST.test(headers.host ?? '');
}
