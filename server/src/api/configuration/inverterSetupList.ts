import type { configuration } from '@helioport/contract/configuration';
import { type CommandState, entriesOf } from '@helioport/domain/parameters';
import { sql } from 'kysely';
import type { Handler } from '../../access/handler.ts';
import { allOf, anyOf, contains, pageSql } from '../../platform/search.ts';
import { say } from '../../platform/words.ts';
import { hasSn } from '../../reads/findDevice.ts';
import { ms } from '../../reads/found.ts';

interface Row {
  id: number;
  sid: string;
  siteName: string;
  sn: string;
  alias: string;
  timezone: string;
  state: CommandState;
  wanted: Record<string, number>;
  told: Record<string, number> | null;
  createdAt: number;
  sentAt: number | null;
  endedAt: number | null;
  expiresAt: number;
  userEmail: string;
  refusal: string;
}

const inverterSetupList: Handler<typeof configuration.inverterSetupList> = async (call) => {
  const { input, tx, visible, lan } = call;
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
  const { rows } = await sql<Row>`
    select c.id, s.sid, s.name as "siteName", d.sn, d.alias, s.timezone, c.state, c.wanted, c.told, c.refusal,
      ${ms(sql`c.created_at`)} as "createdAt", ${ms(sql`c.sent_at`)} as "sentAt", ${ms(sql`c.ended_at`)} as "endedAt",
      ${ms(sql`c.expires_at`)} as "expiresAt",
      coalesce((select u.email from ${visible.users} u where u.id = c.user_id), '') as "userEmail"
    ${found} order by c.id desc ${pageSql(input.page)}`.execute(tx);
  return {
    list: rows.map(({ wanted, told, ...row }) => ({
      ...row,
      createdAt: Math.round(row.createdAt),
      sentAt: row.sentAt === null ? null : Math.round(row.sentAt),
      endedAt: row.endedAt === null ? null : Math.round(row.endedAt),
      expiresAt: Math.round(row.expiresAt),
      stateTitle: say(lan, `command.${row.state}`),
      values: entriesOf(wanted).map(([{ key, unit }, value]) => ({
        ...{ key, unit, wanted: value },
        told: told?.[key] ?? null,
      })),
    })),
    total: counted.rows[0]?.total ?? 0,
  };
};

export default inverterSetupList;
