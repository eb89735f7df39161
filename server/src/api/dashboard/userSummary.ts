import type { dashboard } from '@helioport/contract/dashboard';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import { countryName } from '../../platform/texts.ts';

export default handler<typeof dashboard.userSummary>(async ({ visible, share, tx, lan }) => {
  const rows = await share('dashboard.users', null, async () => {
    const counted = await sql<{ countryCode: string; users: number }>`
      select u.country_code as "countryCode", count(*)::int as users from ${visible.users} u
      group by 1 order by 2 desc, 1`.execute(tx);
    return counted.rows;
  });
  return {
    totalUsers: rows.reduce((sum, { users }) => sum + users, 0),
    countries: rows.map((row) => ({ ...row, countryName: countryName(row.countryCode, lan) })),
  };
});
