// Table mail_requests: mails to addresses whose holders did not ask for them themselves, mostly asked for by strangers. Whether the address has an account is not asked here, so that
// known and unknown addresses cost the same and get the same.
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Tx } from '../platform/db.ts';
import { lockKey } from '../platform/locks.ts';

const HOUR_MS = 3_600_000;
/** Mails of one kind that one address can be sent within an hour. */
const MAX_PER_HOUR = 3;

/** Notes the wish for a mail; false when this address has had enough of this kind within the hour. */
export async function mayRequestMail(
  tx: Tx,
  wish: { email: string; kind: 'signUp' | 'verify' | 'reset' | 'invite' | 'report'; now: number },
): Promise<boolean> {
  const hash = createHash('sha256').update(wish.email.toLowerCase()).digest();
  const since = new Date(wish.now - HOUR_MS);
  // Two wishes at once must count each other.
  await lockKey(tx, 'mailRequest', hash.toString('hex'));
  const { rows } = await sql`
    insert into mail_requests (email_hash, kind, at)
    select ${hash}, ${wish.kind}, ${new Date(wish.now)}
    where (select count(*) from mail_requests where email_hash = ${hash} and kind = ${wish.kind} and at > ${since})
      < ${MAX_PER_HOUR}
    returning id`.execute(tx);
  return rows.length > 0;
}

export async function deleteOldMailRequests(db: Db, now: number): Promise<number> {
  const result = await sql`delete from mail_requests where at < ${new Date(now - HOUR_MS)}`.execute(db);
  return Number(result.numAffectedRows ?? 0);
}
