// Everything that is read with GET in addition to the portal's files: values for other programs, and what browsers and
// mail readers fetch without a header.
import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import type { Me } from '../access/me.ts';
import type { AdmissionQueue } from '../platform/admission.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db, Tx } from '../platform/db.ts';
import type { FastifyInstance } from '../platform/http.ts';
import type { Log } from '../platform/log.ts';
import { networkOf } from '../platform/network.ts';
import { addArchiveEndpoint } from './archiveEndpoint.ts';
import { addAttachmentEndpoint } from './attachmentEndpoint.ts';
import { addCalendarFeed } from './calendarFeed.ts';
import { addEndReportsEndpoint } from './endReportsEndpoint.ts';
import { addFileEndpoint } from './fileEndpoint.ts';
import { addPlantMetrics } from './plantMetrics.ts';
import { addPlantReadings } from './plantReadings.ts';
import { addWidget } from './widget.ts';

interface Parts {
  db: Db;
  clock: Clock;
  log: Log;
  publicUrl: () => string;
  /** Queue of the archives that are written. */
  archives: AdmissionQueue;
  /** Limits of a network: writing calls without a session, reading ones, and those of calendar programs. */
  limitAnonymous: onRequestHookHandler;
  anonymousReads: onRequestHookHandler;
  calendarReads: onRequestHookHandler;
  /** Admits users who may see plants, within the rate limit. */
  mayReadPlants: onRequestHookHandler;
  /** The user that `mayReadPlants` has admitted. */
  callerOf: (request: FastifyRequest) => Me;
  /** Reads in the turn of `queue`; `reader` selects the database connection. */
  read: <T>(queue: string, reader: string, run: (tx: Tx) => Promise<T>) => Promise<T>;
}

/** Adds all GET routes of the server. */
export function addGetRoutes(app: FastifyInstance, parts: Parts): void {
  const { db, clock, log, publicUrl, archives, read, anonymousReads } = parts;
  const ofPlants: Parameters<typeof addPlantMetrics>[1] = {
    clock,
    onRequest: parts.mayReadPlants,
    read: (request, run) => {
      const me = parts.callerOf(request);
      return read(`account ${me.ownUserId}`, String(me.userId), (tx) => run(tx, me));
    },
  };
  addPlantMetrics(app, ofPlants);
  addPlantReadings(app, ofPlants);
  addCalendarFeed(app, {
    db,
    clock,
    publicUrl,
    onRequest: parts.calendarReads,
    read: (userId, run) => read(`account ${userId}`, String(userId), run),
  });
  addWidget(app, {
    clock,
    onRequest: anonymousReads,
    read: (address, run) => read(networkOf(address), networkOf(address), run),
  });
  addFileEndpoint(app, { db, onRequest: anonymousReads });
  addAttachmentEndpoint(app, { db, clock, onRequest: anonymousReads });
  addArchiveEndpoint(app, { db, clock, log, queue: archives, onRequest: anonymousReads });
  addEndReportsEndpoint(app, { db, onRequest: parts.limitAnonymous });
}
