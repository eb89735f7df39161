import type { configuration } from '@helioport/contract/configuration';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import { allOf, anyOf, contains, pageSql } from '../../platform/search.ts';
import { commandRows } from '../../queries/command/commandRows.ts';
import { hasSn } from '../../queries/findDevice.ts';

export default handler<typeof configuration.inverterSetupList>(async (call) => {
  const { input, tx, visible } = call;
  const { filters } = input;
  const found = sql`
    from ${visible.sites} s join commands c on c.site_id = s.id join devices d on d.id = c.device_id
    where ${allOf([
      filters.keywords &&
        anyOf([hasSn(sql`d.sn`, filters.keywords), contains(sql`s.name`, filters.keywords)]),
      filters.sid && sql`s.sid = ${filters.sid}`,
      filters.sn && hasSn(sql`d.sn`, filters.sn),
      filters.state && sql`c.state = ${filters.state}`,
    ])}`;
  const counted = await sql<{ total: number }>`select count(*) as total ${found}`.execute(tx);
  return {
    list: await commandRows(call, found, pageSql(input.page)),
    total: counted.rows[0]?.total ?? 0,
  };
});
