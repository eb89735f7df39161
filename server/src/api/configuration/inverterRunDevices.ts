import type { configuration } from '@helioport/contract/configuration';
import type { OutputOf } from '@helioport/contract/endpoint';
import { entriesOf } from '@helioport/domain/parameters';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import { allOf, anyOf, contains, pageSql } from '../../platform/search.ts';
import { commandTitle, decisionColumns } from '../../queries/command/commandRows.ts';
import { hasSn } from '../../queries/findDevice.ts';
import { ms } from '../../queries/found.ts';
import { mayListRun } from './internal/ofCompanies.ts';

type Answer = OutputOf<typeof configuration.inverterRunDevices>['list'][number];
type Values = Record<string, number>;

interface Row extends Omit<Answer, 'stateTitle' | 'changes'> {
  wanted: Values;
  before: Values;
  confirmed: Values | null;
}

export default handler<typeof configuration.inverterRunDevices>(async (call) => {
  const { input, me, tx, visible, lan } = call;
  const { filters } = input;
  const found = sql`
    from parameter_runs r join parameter_run_devices x on x.run_id = r.id
    join ${visible.sites} s on s.id = x.site_id join devices d on d.id = x.device_id
    join commands c on c.site_id = x.site_id and c.id = x.command_id
    where ${allOf([
      sql`r.id = ${input.id}`,
      mayListRun(me, visible.editableSites),
      filters.keywords &&
        anyOf([hasSn(sql`d.sn`, filters.keywords), contains(sql`s.name`, filters.keywords)]),
      filters.state && sql`c.state = ${filters.state}`,
    ])}`;
  const counted = await sql<{ total: number }>`select count(*) as total ${found}`.execute(tx);
  const { rows } = await sql<Row>`
    select d.sn, d.alias, s.sid, s.name as "siteName", c.state, c.wanted, c.reported as confirmed, x.before, c.refusal,
      ${decisionColumns(visible)},
      ${ms(sql`c.sent_at`)} as "sentAt", ${ms(sql`c.ended_at`)} as "endedAt"
    ${found} order by x.device_id ${pageSql(input.page)}`.execute(tx);
  return {
    list: rows.map(({ wanted, before, confirmed, ...row }) => ({
      ...row,
      stateTitle: commandTitle(lan, row),
      changes: entriesOf(wanted).map(([{ key, unit }, value]) => ({
        key,
        unit,
        now: before[key] ?? null,
        wanted: value,
        told: confirmed?.[key] ?? null,
      })),
    })),
    total: counted.rows[0]?.total ?? 0,
  };
});
