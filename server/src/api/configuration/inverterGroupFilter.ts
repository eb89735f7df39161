import type { configuration } from '@helioport/contract/configuration';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import { allOf, anyOf, contains, pageSql } from '../../platform/search.ts';
import { configurableRows } from '../../queries/command/configurable.ts';
import { hasSn } from '../../queries/findDevice.ts';
import { fitsModel } from '../../queries/firmwareModel.ts';
import { settableKinds } from '../../queries/parameterSet/evaluate.ts';

export default handler<typeof configuration.inverterGroupFilter>(async (call) => {
  const { input, tx, visible } = call;
  const { filters } = input;
  const found = sql`
    from ${visible.devices} d join sites s on s.id = d.site_id
    where d.retired_at is null and d.parent_id is null and d.kind = any(${[...settableKinds]}::text[]) and ${allOf(
      [
        filters.keywords &&
          anyOf([
            hasSn(sql`d.sn`, filters.keywords),
            contains(sql`d.alias`, filters.keywords),
            contains(sql`s.name`, filters.keywords),
          ]),
        filters.sid && sql`s.sid = ${filters.sid}`,
        filters.sn && hasSn(sql`d.sn`, filters.sn),
        filters.country_code && sql`s.country_code = upper(${filters.country_code})`,
        filters.model && fitsModel(filters.model),
        filters.version && sql`d.wifi_version = ${filters.version}`,
        filters.company_id !== null && filters.company_id > 0 && sql`s.company_id = ${filters.company_id}`,
        filters.is_remote !== null && sql`(d.commands_at is not null) = ${filters.is_remote}`,
      ],
    )}`;
  const counted = await sql<{ total: number }>`select count(*) as total ${found}`.execute(tx);
  return {
    list: await configurableRows(call, sql`${found} order by d.site_id, d.id ${pageSql(input.page)}`),
    total: counted.rows[0]?.total ?? 0,
  };
});
