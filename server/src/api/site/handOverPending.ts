import type { site } from '@helioport/contract/site';
import { sql } from 'kysely';
import type { Handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';

const handOverPending: Handler<typeof site.handOverPending> = async ({ input, visible, tx, me, now }) => {
  const { rows } = await sql<{
    ownerId: number | null;
    email: string | null;
    offeredAt: Date;
    expiresAt: Date;
  }>`
    select s.owner_id as "ownerId", o.email, o.offered_at as "offeredAt", o.expires_at as "expiresAt"
    from ${visible.sites} s
    left join site_offers o on o.site_id = s.id and o.offered_by = s.owner_id and o.expires_at > ${new Date(now)}
    where s.sid = ${input.sid}`.execute(tx);
  const row = rows[0] ?? fail('site.unknown');
  const isOwner = row.ownerId === me.userId && !me.readsOnly;
  if (!isOwner || row.email === null) return { isOwner, offer: null };
  const { email, offeredAt, expiresAt } = row;
  return { isOwner, offer: { email, offeredAt: offeredAt.getTime(), expiresAt: expiresAt.getTime() } };
};

export default handOverPending;
