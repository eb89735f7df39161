// `GET /influx/plant/<site ID>`: the readings of a plant as line protocol, with the token of a program or a session.

import { Readable } from 'node:stream';
import { DAY_MS } from '@helioport/domain/duration';
import { stateRule } from '@helioport/domain/state';
import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import { z } from 'zod';
import type { Me } from '../access/me.ts';
import { visibleTo } from '../access/visible.ts';
import type { Clock } from '../platform/clock.ts';
import type { Tx } from '../platform/db.ts';
import { fail } from '../platform/failure.ts';
import type { FastifyInstance } from '../platform/http.ts';
import { type ExportedPlant, type ExportPage, exportedPlant, exportPage } from '../queries/influx/export.ts';

interface Parts {
  clock: Clock;
  /** Admits users who may see plants, within the rate limit. */
  onRequest: onRequestHookHandler;
  /** Reads for the caller of a request, in the turn of the caller. */
  read: <T>(request: FastifyRequest, run: (tx: Tx, me: Me) => Promise<T>) => Promise<T>;
}

const MOST_DAYS = 366;
/** Exports of one user at the same time. */
const AT_ONCE_MAX = 2;
/** Time after which an export ends that its reader takes too slowly. */
const MOST_MS = 60 * 60_000;

const instant = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text));
const query = z.object({
  from: instant.optional(),
  to: instant.optional(),
  device: z.string().min(1).max(80).optional(),
  precision: z.enum(['ns', 'us', 'ms', 's']).default('ns'),
});

/** What turns the milliseconds at the end of a line into another precision. */
const inPrecision: Readonly<Record<z.output<typeof query>['precision'], (line: string) => string>> = {
  ns: (line) => `${line}000000\n`,
  us: (line) => `${line}000\n`,
  ms: (line) => `${line}\n`,
  s: (line) => `${line.slice(0, -3)}\n`,
};

type Page = Parameters<typeof exportPage>[3];

export function addPlantReadings(app: FastifyInstance, { clock, onRequest, read }: Parts): void {
  const running = new Map<number, number>();

  /** Lines of the devices one after the other; ends the connection if the caller loses access in between. */
  async function* chunksOf(
    request: FastifyRequest,
    plant: ExportedPlant,
    { fromMs, toMs }: Page,
    ended: (line: string) => string,
  ): AsyncGenerator<string> {
    const untilMs = clock() + MOST_MS;
    for (const device of plant.devices)
      for (let nextMs: number | null = fromMs; nextMs !== null; ) {
        if (request.raw.destroyed || clock() > untilMs) throw new Error('export not completed');
        const span: Page = { fromMs: nextMs, toMs };
        const page: ExportPage | null = await read(request, (tx, me) =>
          exportPage({ tx, visible: visibleTo(me, clock()) }, plant, device, span),
        );
        if (!page) throw new Error('access to the plant ended');
        if (page.lines.length > 0) yield page.lines.map(ended).join('');
        ({ nextMs } = page);
      }
  }

  app.get('/influx/plant/:sid', { onRequest, config: { needsDatabase: true } }, async (request, reply) => {
    const { sid } = request.params as { sid: string };
    const parsed = query.safeParse(request.query);
    if (!parsed.success)
      fail('request.invalid', { field: String(parsed.error.issues[0]?.path[0] ?? 'query') });
    const { precision, device: sn = null } = parsed.data;
    const now = clock();
    // Includes readings of devices whose clock is ahead.
    const toMs = parsed.data.to ?? now + stateRule.aheadMs;
    const fromMs = parsed.data.from ?? Math.min(toMs, now) - DAY_MS;
    if (fromMs >= toMs || toMs - fromMs > MOST_DAYS * DAY_MS) fail('request.invalid', { field: 'from' });
    const found = /^[\w.-]{1,60}$/.test(sid)
      ? await read(request, async (tx, me) => ({
          userId: me.ownUserId,
          plant: await exportedPlant({ tx, visible: visibleTo(me, now) }, { sid, sn }),
        }))
      : undefined;
    if (!found?.plant || (sn !== null && found.plant.devices.length === 0)) return reply.callNotFound();
    const { userId, plant } = found;
    const others = running.get(userId) ?? 0;
    if (others >= AT_ONCE_MAX) fail('request.tooMany');
    running.set(userId, others + 1);
    const lines = Readable.from(chunksOf(request, plant, { fromMs, toMs }, inPrecision[precision]), {
      highWaterMark: 2,
    });
    lines.once('close', () => {
      const left = (running.get(userId) ?? 1) - 1;
      if (left > 0) running.set(userId, left);
      else running.delete(userId);
    });
    reply.raw.once('close', () => lines.destroy());
    return reply.type('text/plain; charset=utf-8').header('cache-control', 'private, no-store').send(lines);
  });
}
