import type { overview } from '@helioport/contract/overview';
import { sql } from 'kysely';
import type { Handler } from '../../access/handler.ts';
import { siteStatusSql } from '../../telemetry/read/status.ts';

const siteStatusCounts: Handler<typeof overview.siteStatusCounts> = async ({ visible, tx, now }) => {
  const { rows } = await sql<{ status: number; count: number }>`
    select ${siteStatusSql(now)} as status, count(*) as count
    from ${visible.sites} s left join site_latest sl on sl.site_id = s.id
    group by 1`.execute(tx);
  return {
    siteCount: rows.reduce((sum, row) => sum + row.count, 0),
    statusMap: { '0': 0, '-1': 0, ...Object.fromEntries(rows.map((row) => [String(row.status), row.count])) },
  };
};

export default siteStatusCounts;
