import type { alarm } from '@helioport/contract/alarm';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import { isState } from './internal/isState.ts';

export default handler<typeof alarm.count>(async ({ visible, tx, now }) => {
  const { rows } = await sql<{ open: number }>`
    select count(*) as open from alarm a join ${visible.sites} s on s.id = a.site_id
    where ${isState('open', now)} and not a.is_grouped`.execute(tx);
  return { open: rows[0]?.open ?? 0 };
});
