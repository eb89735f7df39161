// Table audit: who changed what, and whose data it was.
import { sql } from 'kysely';
import type { Tx } from '../platform/db.ts';

export interface AuditEntry {
  at: Date;
  /** Absent for actions of the system. */
  userId?: number;
  /** `area.verb`, for example `device.claim`. */
  action: string;
  /** Object of the action in readable form: a serial number, a `sid`, an email address. */
  subject: string;
  siteId?: number;
  /** Null: the plant or person belongs to none. */
  companyId?: number | null;
  /** The user whose account is affected; they may read the entry. */
  subjectUserId?: number;
  detail?: Record<string, unknown>;
}

/** Writes an entry for an action of a user at `now` ms. */
export const writeAudit = (
  tx: Tx,
  by: { userId: number },
  now: number,
  entry: Omit<AuditEntry, 'at' | 'userId'>,
): Promise<void> => writeAudits(tx, [{ ...entry, at: new Date(now), userId: by.userId }]);

/** Lone surrogates and the null character, which clients can send but jsonb cannot store. */
const storable = (_: string, value: unknown) =>
  typeof value === 'string' ? value.replace(/\p{Surrogate}/gu, '\ufffd').replaceAll('\0', '') : value;

/** Writes several entries. */
export async function writeAudits(tx: Tx, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const rows = entries.map((entry) => ({
    at: entry.at.toISOString(),
    user_id: entry.userId || null,
    action: entry.action,
    subject: entry.subject,
    site_id: entry.siteId ?? null,
    company_id: entry.companyId ?? null,
    subject_user_id: entry.subjectUserId ?? null,
    detail: entry.detail ?? {},
  }));
  await sql`
    insert into audit (at, user_id, action, subject, site_id, company_id, subject_user_id, detail)
    select at, user_id, action, subject, site_id, company_id, subject_user_id, detail
    from jsonb_to_recordset(${JSON.stringify(rows, storable)}::jsonb) as r (at timestamptz, user_id bigint, action text,
      subject text, site_id bigint, company_id bigint, subject_user_id bigint, detail jsonb)`.execute(tx);
}

/** Removes the email address of a closed account from entries by and about that user. */
export async function anonymizeUser(tx: Tx, userId: number): Promise<void> {
  await sql`
    update audit a set
      subject = case when lower(a.subject) = lower(u.email) then u.uid else a.subject end,
      detail = case when a.subject_user_id = u.id then a.detail - 'email' else a.detail end
    from users u
    where u.id = ${userId} and (a.user_id = u.id or a.subject_user_id = u.id)
      and (lower(a.subject) = lower(u.email) or (a.subject_user_id = u.id and a.detail ? 'email'))`.execute(
    tx,
  );
}
