import type { configuration } from '@helioport/contract/configuration';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import { approvalObstacles } from '../../queries/command/approval.ts';

export default handler<typeof configuration.inverterApprovals>(async ({ me, tx, visible }) => {
  const { rows } = await sql<{ requesterId: number | null; count: number }>`
    select c.user_id as "requesterId", count(*)::int as count
    from ${visible.editableSites} s join commands c on c.site_id = s.id
    where c.state = 'waiting' group by 1`.execute(tx);
  if (rows.length === 0) return { waiting: 0 };
  const obstacles = await approvalObstacles(
    tx,
    me.userId,
    rows.map(({ requesterId }) => requesterId),
  );
  return {
    waiting: rows.reduce((sum, row) => sum + (obstacles.has(row.requesterId) ? 0 : row.count), 0),
  };
});
