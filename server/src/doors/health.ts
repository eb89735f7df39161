// Whether the server can do its work now: a word for those who watch it, and figures for those who may read them.
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '../platform/db.ts';
import type { FastifyInstance } from '../platform/http.ts';
import type { Metrics } from '../platform/metrics.ts';
import { isSameSecret } from '../platform/token.ts';
import { putSetting } from '../records/settings.ts';

/** Why nothing can be stored now, in one word. */
export type Trouble = 'starting' | 'stopping' | 'database' | 'disk-full';

/** PostgreSQL's code for a full disk. */
const DISK_FULL = '53100';
/** A try is good for so long: whoever asks without end must not write without end. */
const PROBED_FOR_MS = 2_000;
const PROBE_WITHIN_MS = 5_000;

interface Parts {
  db: Db;
  metrics: Metrics;
  /** False while the server starts. */
  isReady: () => boolean;
  /** True from the moment it is told to stop: a balancer is to send nobody any more. */
  isStopping?: () => boolean;
  /** Brings gauges up to date just before they are read. */
  refreshGauges?: () => Promise<void>;
  /** What the embedded database said when it could not go on. */
  databaseTrouble?: () => 'disk-full' | undefined;
  /** With it figures and reasons may be read from anywhere; without one only from this machine. */
  metricsToken?: string | undefined;
  /** True while the clock of the machine is known to be or have been wrong, and nobody has settled it. */
  isClockInDoubt?: () => boolean;
  /** True while a broker elsewhere cannot be reached. */
  isBrokerAway?: () => boolean;
}

/** Adds `/healthz` (alive), `/readyz` (503 and one word when nothing can be stored) and `/metrics`. */
export function addHealth(app: FastifyInstance, parts: Parts): void {
  let probed: { at: number; trouble: Promise<Trouble | undefined> } | undefined;
  const troubleNow = (): Promise<Trouble | undefined> => {
    if (parts.isStopping?.()) return Promise.resolve('stopping');
    if (!parts.isReady()) return Promise.resolve('starting');
    if (!probed || performance.now() - probed.at > PROBED_FOR_MS) {
      probed = { at: performance.now(), trouble: probe(parts) };
    }
    return probed.trouble;
  };

  app.get('/healthz', async () => ({ status: 'ok' }));

  app.get('/readyz', async (request, reply) => {
    const trouble = await troubleNow();
    const mayKnow = isInsider(request, parts.metricsToken);
    if (trouble === undefined) {
      const warnings = [
        ...(parts.isClockInDoubt?.() ? ['clock'] : []),
        ...(parts.isBrokerAway?.() ? ['broker'] : []),
      ];
      return { status: 'ready', ...(mayKnow && warnings.length > 0 ? { warnings } : {}) };
    }
    return reply.code(503).send({ status: 'not ready', ...(mayKnow ? { reason: trouble } : {}) });
  });

  app.get('/metrics', async (request, reply) => {
    if (!isInsider(request, parts.metricsToken)) return reply.callNotFound();
    await parts.refreshGauges?.();
    return reply.type(parts.metrics.registry.contentType).send(await parts.metrics.registry.metrics());
  });
}

/** Tries to store something. A database that answers nothing is as good as away. */
async function probe({ db, databaseTrouble }: Parts): Promise<Trouble | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const tooSlow = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('no answer')), PROBE_WITHIN_MS);
  });
  try {
    await sql`select 1`.execute(db);
    await Promise.race([putSetting(db, 'health.probe', Date.now()), tooSlow]);
    return undefined;
  } catch (error) {
    if ((error as { code?: string }).code === DISK_FULL) return 'disk-full';
    return databaseTrouble?.() ?? 'database';
  } finally {
    clearTimeout(timer);
  }
}

/** Who calls from this machine, not through a proxy on it, or shows the token. */
function isInsider({ headers, socket }: FastifyRequest, token: string | undefined): boolean {
  const given = /^Bearer\s+(\S+)$/i.exec(headers.authorization ?? '')?.[1];
  if (token !== undefined && given !== undefined) return isSameSecret(given, token);
  const isForwarded = 'x-forwarded-for' in headers || 'forwarded' in headers || 'via' in headers;
  return !isForwarded && /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/.test(socket.remoteAddress ?? '');
}
