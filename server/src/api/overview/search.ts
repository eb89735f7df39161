import type { OutputOf } from '@helioport/contract/endpoint';
import { companiesPage, noRegGatewayListPage, pvPlantPage, usersPage } from '@helioport/contract/grants';
import type { overview } from '@helioport/contract/overview';
import { canonicalSn, searchedSn } from '@helioport/domain/deviceIdentity';
import { type RawBuilder, sql } from 'kysely';
import { type Call, handler } from '../../access/handler.ts';
import { begins, beginsWith, contains, hasWords } from '../../platform/search.ts';

type Search = typeof overview.search;
type Hits = OutputOf<Search>;

/** Shorter texts match almost every name and would be searched in all of them. */
const NAME_LEAST = 2;
/** Serial numbers are searched by trigrams, so a search needs three characters. */
const SN_LEAST = 3;

export default handler<typeof overview.search>(async (call) => {
  const q = call.input.q.trim();
  const { pages } = call.me;
  const normalized = { ...call, input: { ...call.input, q } };
  const has = ({ name }: { name: string }) => pages.has(name) && q.length >= NAME_LEAST;
  return {
    plants: has(pvPlantPage) ? await plantsOf(normalized) : [],
    devices: q.length >= NAME_LEAST ? await devicesOf(normalized) : [],
    modules: has(pvPlantPage) ? await modulesOf(normalized) : [],
    people: has(usersPage) ? await peopleOf(normalized) : [],
    companies: has(companiesPage) ? await companiesOf(normalized) : [],
  };
});

/** What begins with the text first, then by name; at most as many as requested. */
const best = (
  words: RawBuilder<unknown>,
  column: RawBuilder<unknown>,
  { q, limit }: Call<Search>['input'],
): RawBuilder<unknown> =>
  sql`order by ${beginsWith(words, q)} desc, lower(${column}), ${column} limit ${limit}`;

async function plantsOf({ input, visible, tx }: Call<Search>): Promise<Hits['plants']> {
  const { rows } = await sql<Hits['plants'][number]>`
    select s.sid, s.name as "siteName", s.city, s.street, s.zip_code as zip from ${visible.sites} s
    where ${hasWords(sql`s.search_key`, input.q)} ${best(sql`s.search_key`, sql`s.name`, input)}`.execute(tx);
  return rows;
}

/**
 * Devices of plants by serial number and name, and unclaimed ones for callers with that list. Many serial numbers may
 * have the same prefix: those are read in index order up to the limit, and the others are searched only if there are
 * too few.
 */
async function devicesOf({ input, me, visible, tx }: Call<Search>): Promise<Hits['devices']> {
  const q = searchedSn(input.q);
  const sources = [
    ...(me.pages.has(pvPlantPage.name) ? [visible.devices] : []),
    ...(me.pages.has(noRegGatewayListPage.name) ? [visible.unregistered] : []),
  ];
  if (sources.length === 0) return [];
  const find = async (condition: RawBuilder<unknown>, most: number): Promise<Hits['devices']> => {
    if (most === 0) return [];
    const parts = sources.map(
      (rows) => sql`(select d.id, d.sn, d.alias, d.site_id from ${rows} d
        where d.retired_at is null and ${condition} order by d.sn limit ${most})`,
    );
    const { rows } = await sql<Hits['devices'][number]>`
      select d.sn, d.alias as name, coalesce(s.sid, '') as sid, coalesce(s.name, '') as "siteName"
      from (${sql.join(parts, sql` union all `)}) d left join sites s on s.id = d.site_id
      order by d.sn limit ${most}`.execute(tx);
    return rows;
  };
  const isFirst = begins(sql`d.sn`, q);
  // Evaluated first: otherwise the planner would read all devices in the order of their serial numbers.
  const isNamed = sql`d.id = any(array(
    select f.id from devices f where f.alias <> '' and ${hasWords(sql`search_key(f.alias)`, input.q)}))`;
  const first = input.q.length < SN_LEAST ? [] : await find(isFirst, input.limit);
  const named = await find(sql`${isNamed} and not ${isFirst}`, input.limit - first.length);
  const inside = contains(sql`d.sn`, q);
  const rest =
    input.q.length < SN_LEAST
      ? []
      : await find(
          sql`${inside} and not ${isFirst} and not (${isNamed})`,
          input.limit - first.length - named.length,
        );
  return [...first, ...named, ...rest];
}

/** One input of an inverter in the notation of lists and files: serial number, underscore, number. */
async function modulesOf({ input, visible, tx }: Call<Search>): Promise<Hits['modules']> {
  const [, sn, addr] = /^(.+)_(\d{1,3})$/.exec(input.q) ?? [];
  if (sn === undefined || addr === undefined) return [];
  const { rows } = await sql<Hits['modules'][number]>`
    select d.sn, m.addr, s.sid, s.name as "siteName" from ${visible.devices} d
    join sites s on s.id = d.site_id
    join modules m on m.site_id = d.site_id and m.device_id = d.id and m.addr = ${Number(addr)}
    where d.retired_at is null and d.sn = ${canonicalSn(sn)}`.execute(tx);
  return rows;
}

async function peopleOf({ input, visible, tx }: Call<Search>): Promise<Hits['people']> {
  const { rows } = await sql<Hits['people'][number]>`
    select u.uid, u.email, u.contact_person as "contactPerson" from ${visible.users} u
    where ${hasWords(sql`u.search_key`, input.q)} ${best(sql`u.search_key`, sql`u.email`, input)}`.execute(
    tx,
  );
  return rows;
}

async function companiesOf({ input, visible, tx }: Call<Search>): Promise<Hits['companies']> {
  const { rows } = await sql<Hits['companies'][number]>`
    select c.id, c.name from ${visible.companies} c where ${hasWords(sql`search_key(c.name)`, input.q)}
    ${best(sql`search_key(c.name)`, sql`c.name`, input)}`.execute(tx);
  return rows;
}
