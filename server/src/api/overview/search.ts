import type { OutputOf } from '@helioport/contract/endpoint';
import { companiesPage, noRegGatewayListPage, pvPlantPage, usersPage } from '@helioport/contract/grants';
import type { overview } from '@helioport/contract/overview';
import { searchedSn } from '@helioport/domain/deviceIdentity';
import { type RawBuilder, sql } from 'kysely';
import type { Call, Handler } from '../../access/handler.ts';
import { anyOf, begins, contains } from '../../platform/search.ts';

type Search = typeof overview.search;
type Hits = OutputOf<Search>;

/** Fewer characters are in almost every name, and would be looked for in all of them. */
const NAME_LEAST = 2;
/** Serials are found by groups of three characters. */
const SN_LEAST = 3;

const search: Handler<Search> = async (call) => {
  const { q } = call.input;
  const { pages } = call.me;
  const has = ({ name }: { name: string }) => pages.has(name) && q.length >= NAME_LEAST;
  return {
    plants: has(pvPlantPage) ? await plantsOf(call) : [],
    devices: q.length >= SN_LEAST ? await devicesOf(call) : [],
    people: has(usersPage) ? await peopleOf(call) : [],
    companies: has(companiesPage) ? await companiesOf(call) : [],
  };
};

/** What begins with the text first, then by name; at most as many as asked for. */
const best = (column: RawBuilder<unknown>, { q, limit }: Call<Search>['input']): RawBuilder<unknown> =>
  sql`order by starts_with(lower(${column}), ${q.toLowerCase()}) desc, lower(${column}), ${column} limit ${limit}`;

async function plantsOf({ input, visible, tx }: Call<Search>): Promise<Hits['plants']> {
  const { rows } = await sql<Hits['plants'][number]>`
    select s.sid, s.name as "siteName", s.city from ${visible.sites} s
    where ${anyOf([contains(sql`s.name`, input.q), contains(sql`s.sid`, input.q)])}
    ${best(sql`s.name`, input)}`.execute(tx);
  return rows;
}

/**
 * Devices of plants, and serials that no plant has claimed for whoever sees that list. Half the serials of a house may
 * begin alike: those are read in the order of their index up to the limit, and only where they are too few are the
 * others looked for.
 */
async function devicesOf({ input, me, visible, tx }: Call<Search>): Promise<Hits['devices']> {
  const q = searchedSn(input.q);
  const sources = [
    ...(me.pages.has(pvPlantPage.name) ? [visible.devices] : []),
    ...(me.pages.has(noRegGatewayListPage.name) ? [visible.unregistered] : []),
  ];
  if (sources.length === 0) return [];
  const isFirst = begins(sql`d.sn`, q);
  const find = async (condition: RawBuilder<unknown>, most: number): Promise<Hits['devices']> => {
    const parts = sources.map(
      (rows) => sql`(select d.id, d.sn, d.site_id from ${rows} d
        where d.retired_at is null and ${condition} order by d.sn limit ${most})`,
    );
    const { rows } = await sql<Hits['devices'][number]>`
      select d.sn, coalesce(s.sid, '') as sid, coalesce(s.name, '') as "siteName"
      from (${sql.join(parts, sql` union all `)}) d left join sites s on s.id = d.site_id
      order by d.sn limit ${most}`.execute(tx);
    return rows;
  };
  const first = await find(isFirst, input.limit);
  const missing = input.limit - first.length;
  if (missing === 0) return first;
  return [...first, ...(await find(sql`${contains(sql`d.sn`, q)} and not ${isFirst}`, missing))];
}

async function peopleOf({ input, visible, tx }: Call<Search>): Promise<Hits['people']> {
  const { rows } = await sql<Hits['people'][number]>`
    select u.uid, u.email, u.contact_person as "contactPerson" from ${visible.users} u
    where ${anyOf([contains(sql`u.email`, input.q), contains(sql`u.contact_person`, input.q)])}
    ${best(sql`u.email`, input)}`.execute(tx);
  return rows;
}

async function companiesOf({ input, visible, tx }: Call<Search>): Promise<Hits['companies']> {
  const { rows } = await sql<Hits['companies'][number]>`
    select c.id, c.name from ${visible.companies} c where ${contains(sql`c.name`, input.q)}
    ${best(sql`c.name`, input)}`.execute(tx);
  return rows;
}

export default search;
