// What the catalogue must say, so that the store can be distributed by plant and no join reads a whole table.
import fs from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import type { Db } from '../../src/platform/db.ts';
import { kept, spreadOut } from '../../src/timeseries/retention/deleteSite.ts';
import { sourceFiles } from './directions.ts';

/**
 * Tables that name a plant without belonging to one; everything else with a site_id has it first in its primary key.
 */
export const notOfAPlant: Readonly<Record<string, string>> = {
  devices: 'a serial of a vendor is one all over the world, in a plant or in none',
  audit: 'is read by person and company too, and outlives the plant',
};

/** Tables with a site_id that is not the first column of their primary key. Partitions follow their parent. */
export async function tablesWithoutSiteFirst(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'site_id' and not a.attisdropped
    left join pg_index i on i.indrelid = c.oid and i.indisprimary
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
      and i.indkey[0] is distinct from a.attnum
    order by 1`.execute(db);
  return rows.map(({ name }) => name);
}

/**
 * Unique indexes of tables of a plant that do not name the plant: a table distributed by plant allows none. Tables that
 * name a plant without belonging to one are left out.
 */
export async function uniqueWithoutSite(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select format('%s on %s', x.relname, c.relname) as name
    from pg_index i
    join pg_class c on c.oid = i.indrelid
    join pg_class x on x.oid = i.indexrelid
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'site_id' and not a.attisdropped
    where i.indisunique and c.relkind in ('r', 'p') and not c.relispartition
      and c.relnamespace = 'public'::regnamespace and c.relname <> all (${Object.keys(notOfAPlant)}::text[])
      and a.attnum <> all (i.indkey::int2[])
    order by 1`.execute(db);
  return rows.map(({ name }) => name);
}

const locking = /for\s+(?:no\s+key\s+)?update|for\s+(?:key\s+)?share/i;

/** Tables that a distributed database distributes by plant. */
const distributed =
  'reading|latest|site_latest|device_(?:day|hour|total)|module_day|site_(?:day|hour|month)|dirty_day|idle_day|day_to_check|stopped|weak_module';
const changing = new RegExp(`\\b(?:update|delete\\s+from)\\s+(?:${distributed})\\b`, 'i');

/** The texts in quotes of any kind; those with placeholders of code end at their own quote too. */
const textsIn = (source: string): string[] =>
  source.replace(/\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/.*$/gm, '').match(/`[^`]*`|'[^'\n]*'|"[^"\n]*"/g) ?? [];

const firstWords = (text: string): string => text.replace(/\s+/g, ' ').slice(0, 60);

/** Statements of a source text that lock rows without naming the plant, each in its first words. */
export const locksWithoutSite = (source: string): string[] =>
  textsIn(source)
    .filter((text) => locking.test(text) && !/\bsite_id\s*=\s*(?:any\s*\()?\s*\$/.test(text))
    .map(firstWords);

/** Statements that change or delete rows of a plant without saying of which. */
export const changesWithoutSite = (source: string): string[] =>
  textsIn(source)
    .filter((text) => changing.test(text) && !/\b(?:where|on|and)\s+(?:\w+\.)?site_id\s*=/.test(text))
    .map(firstWords);

const inTelemetry = (root: string, find: (source: string) => string[]): string[] =>
  sourceFiles(root)
    .filter((file) => file.startsWith('server/src/timeseries/') && !file.endsWith('.test.ts'))
    .flatMap((file) =>
      find(fs.readFileSync(path.join(root, file), 'utf8')).map((text) => `${file}: ${text}`),
    );

/** The same in all sources of telemetry. */
export const telemetryLocksWithoutSite = (root: string): string[] => inTelemetry(root, locksWithoutSite);
export const telemetryChangesWithoutSite = (root: string): string[] => inTelemetry(root, changesWithoutSite);

const spread = spreadOut.join('|');
const others = ['sites', 'devices', 'modules', 'arrays', 'users'];
const staying = kept.filter((table) => !(spreadOut as readonly string[]).includes(table));
/** What Citus 12.1 refused of statements that one machine takes, each seen there. */
const refused: readonly { why: string; shape: RegExp }[] = [
  { why: 'changes a row in its place', shape: new RegExp(`\\bupdate\\s+(?:${spread})\\b`, 'i') },
  {
    why: 'works something out in its returning',
    shape: new RegExp(
      `\\b(?:delete\\s+from|insert\\s+into)\\s+(?:${spread})\\b(?:(?!\\breturning\\b)[\\s\\S])*\\breturning\\s+[^()]*\\(`,
      'i',
    ),
  },
  {
    why: 'looks the plant up for each row of something else',
    shape: new RegExp(
      `\\bfrom\\s+(?:${spread})(?:\\s+\\w+)?\\s+where\\s+(?:\\w+\\.)?site_id\\s*=\\s*[a-z_]\\w*\\.`,
      'i',
    ),
  },
  {
    why: 'asks what is spread as one way of several about what stays',
    shape: new RegExp(
      `\\bfrom\\s+(?:${[...staying, ...others].join('|')})\\b[\\s\\S]*\\bor\\s+exists\\s*\\(\\s*select\\s+(?:1\\s+)?from\\s+(?:${spread})\\b`,
      'i',
    ),
  },
  {
    why: 'selects nothing of a whole table',
    shape: /\bexists\s*\(\s*select\s+from\s+[^\s()]+(?:\([^()]*\)\})?\s*\)/i,
  },
];

const fromClause =
  /\bfrom\s((?:(?!\b(?:from|where|select|group|order|union|limit|returning|on conflict)\b)[\s\S])*)/gi;
const namesAny = (clause: string, tables: readonly string[]) =>
  new RegExp(`(?:^\\s*|,\\s*|\\bjoin\\s+)(?:${tables.join('|')})\\b`, 'i').test(clause);

/** True where one list of tables has some that are spread and some that stay, which Citus joins by a CTE only. */
const mixesTables = (text: string): boolean =>
  [...text.matchAll(fromClause)].some(
    ([, clause = '']) => namesAny(clause, spreadOut) && namesAny(clause, [...staying, ...others]),
  );

/** Statements of a source text that a distributed store would not take, each with why and its first words. */
export const refusedBySpread = (source: string): string[] =>
  textsIn(source).flatMap((text) => [
    ...refused.filter(({ shape }) => shape.test(text)).map(({ why }) => `${why}: ${firstWords(text)}`),
    ...(mixesTables(text) ? [`joins what is spread to what stays: ${firstWords(text)}`] : []),
  ]);
export const telemetryRefusedBySpread = (root: string): string[] => inTelemetry(root, refusedBySpread);

/** Foreign keys whose columns are not the first of any index that covers all rows they are looked up in. */
export async function unindexedForeignKeys(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select format('%s (%s)', c.conrelid::regclass, string_agg(a.attname, ', ' order by k.place)) as name
    from pg_constraint c
    cross join lateral unnest(c.conkey) with ordinality as k(attnum, place)
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.attnum
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace
      and not exists (
        select from pg_index i
        where i.indrelid = c.conrelid and i.indisvalid
          and (i.indkey::int2[])[0:cardinality(c.conkey) - 1] @> c.conkey
          and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = format('(%I IS NOT NULL)',
               (select attname from pg_attribute where attrelid = c.conrelid and attnum = c.conkey[1]))))
    group by c.oid, c.conrelid
    order by 1`.execute(db);
  return rows.map(({ name }) => name);
}
