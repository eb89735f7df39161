import { TOKENS_MAX, type token } from '@helioport/contract/token';
import { DAY_MS } from '@helioport/domain/duration';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import type { Columns } from '../../platform/databaseTypes.ts';
import { fail } from '../../platform/failure.ts';
import { createAccessToken } from '../../repositories/accessTokens.ts';
import { writeAudit } from '../../repositories/audit.ts';

export default handler<typeof token.create>(async ({ input, me, tx, visible, now }) => {
  const { name, canWrite, days } = input;
  const sids = [...new Set(input.sids)];
  const { rows: found } = await sql<Columns<'sites', 'id'>>`
    select s.id from ${visible.sites} s where s.sid = any(${sids}::text[])`.execute(tx);
  if (found.length < sids.length) fail('site.unknown');

  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from access_tokens where user_id = ${me.userId}`.execute(tx);
  if ((rows[0]?.count ?? 0) >= TOKENS_MAX) fail('token.tooMany');
  const created = await createAccessToken(tx, {
    userId: me.userId,
    companyId: me.companyId || null,
    name,
    canWrite,
    now,
    siteIds: sids.length === 0 ? null : found.map(({ id }) => id),
    expiresAtMs: days === null ? null : now + days * DAY_MS,
  });
  await writeAudit(tx, me, now, {
    action: 'token.create',
    subject: name,
    subjectUserId: me.userId,
    detail: { canWrite, days, ...(sids.length > 0 ? { sids } : {}) },
  });
  return created;
});
