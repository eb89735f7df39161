// Table audit: who changed what, and whose data it was.
import { sql } from 'kysely';
import type { Tx } from '../platform/db.ts';

interface AuditEntry {
  at: Date;
  /** Absent when the machine itself acts. */
  userId?: number;
  /** `room.verb`, e.g. `device.claim`. */
  action: string;
  /** What it was done to, in a person's terms: a serial, a sid, an address. */
  subject: string;
  siteId?: number;
  companyId?: number;
  detail?: Record<string, unknown>;
}

export async function writeAudit(tx: Tx, entry: AuditEntry): Promise<void> {
  await sql`
    insert into audit (at, user_id, action, subject, site_id, company_id, detail)
    values (${entry.at}, ${entry.userId || null}, ${entry.action}, ${entry.subject}, ${entry.siteId ?? null},
            ${entry.companyId ?? null}, ${JSON.stringify(entry.detail ?? {})}::jsonb)`.execute(tx);
}
