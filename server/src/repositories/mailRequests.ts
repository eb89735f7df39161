// Table mail_requests: limits emails to addresses whose holders did not request them, mostly requested by anonymous
// users. Does not check whether the address has an account, so that response and duration are the same for known and
// unknown addresses.

import { createHash } from 'node:crypto';
import { HOUR_MS } from '@helioport/domain/duration';
import { sql } from 'kysely';
import type { Db, Tx } from '../platform/db.ts';
import { lockKey } from '../platform/locks.ts';

/** Most emails of one kind to one address per hour. */
const MAX_PER_HOUR = 3;

/** Records a request for an email; false if the hourly limit of this address and kind is reached. */
export async function mayRequestMail(
  tx: Tx,
  request: {
    email: string;
    kind: 'signUp' | 'verify' | 'reset' | 'invite' | 'report' | 'company';
    now: number;
  },
): Promise<boolean> {
  const hash = createHash('sha256').update(request.email.toLowerCase()).digest();
  const since = new Date(request.now - HOUR_MS);
  // Concurrent requests must count each other.
  await lockKey(tx, 'mailRequest', hash.toString('hex'));
  const { rows } = await sql`
    insert into mail_requests (email_hash, kind, at)
    select ${hash}, ${request.kind}, ${new Date(request.now)}
    where (select count(*) from mail_requests where email_hash = ${hash} and kind = ${request.kind} and at > ${since})
      < ${MAX_PER_HOUR}
    returning id`.execute(tx);
  return rows.length > 0;
}

export async function deleteOldMailRequests(db: Db, now: number): Promise<number> {
  const result = await sql`delete from mail_requests where at < ${new Date(now - HOUR_MS)}`.execute(db);
  return Number(result.numAffectedRows ?? 0);
}
