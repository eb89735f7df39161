import type { configuration } from '@helioport/contract/configuration';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import type { Columns, Tables } from '../../platform/databaseTypes.ts';
import { fail } from '../../platform/failure.ts';
import { allOf, anyOf, contains, pageSql } from '../../platform/search.ts';
import { rolloutTitle } from '../../queries/campaign/words.ts';
import { hasSn } from '../../queries/findDevice.ts';
import { fitsModel } from '../../queries/firmwareModel.ts';

interface Row extends Columns<'devices', 'sn' | 'alias'> {
  sid: string;
  siteName: string;
  version: string;
  isRemote: boolean;
  state: Tables['campaign_devices']['state'];
}

export default handler<typeof configuration.otaListSn>(async ({ input, me, tx, visible, lan }) => {
  const { filters } = input;
  const firmware = await sql<Columns<'firmware', 'model' | 'version'>>`
    select model, version from firmware where id = ${input.id} and ${
      me.scope === 'all' ? sql`true` : sql`is_published`
    }`.execute(tx);
  const { model, version } = firmware.rows[0] ?? fail('firmware.unknown');
  const found = sql`
    from ${visible.devices} d join sites s on s.id = d.site_id
    where ${allOf([
      fitsModel(model),
      filters.keywords &&
        anyOf([hasSn(sql`d.sn`, filters.keywords), contains(sql`s.name`, filters.keywords)]),
      filters.is_remote !== null && sql`(d.commands_at is not null) = ${filters.is_remote}`,
      filters.is_current !== null && sql`(d.wifi_version = ${version}) = ${filters.is_current}`,
    ])}`;
  const counted = await sql<{ total: number }>`select count(*) as total ${found}`.execute(tx);
  const { rows } = await sql<Row>`
    select d.sn, d.alias, s.sid, s.name as "siteName", d.wifi_version as version,
      d.commands_at is not null as "isRemote", coalesce((
        select x.state from campaign_devices x join campaigns c on c.id = x.campaign_id
        where x.device_id = d.id and c.firmware_id = ${input.id} order by c.id desc limit 1), '') as state
    ${found} order by d.id ${pageSql(input.page)}`.execute(tx);
  return {
    list: rows.map((row) => ({ ...row, stateTitle: rolloutTitle(lan, row.state) })),
    total: counted.rows[0]?.total ?? 0,
  };
});
