import type { configuration } from '@helioport/contract/configuration';
import type { OutputOf } from '@helioport/contract/endpoint';
import { documentationUpdateButton } from '@helioport/contract/grants';
import { type RawBuilder, sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import { allOf, anyOf, contains, orderBy, pageSql } from '../../platform/search.ts';
import { ms } from '../../queries/found.ts';
import { fileAnswer } from '../../queries/largeFileUpload.ts';
import type { LargeFile } from '../../repositories/largeFiles.ts';

type Answer = OutputOf<typeof configuration.documentationList>['list'][number];

interface Row extends Omit<Answer, 'files'> {
  files: Pick<LargeFile, 'id' | 'key' | 'name' | 'mime' | 'bytes' | 'sha256'>[];
}

export default handler<typeof configuration.documentationList>(async ({ input, me, tx }) => {
  const { filters, sort } = input;
  const searched = searchOf(filters.keywords);
  const mayEdit = me.buttons.has(documentationUpdateButton.name);
  const found = sql`
    from documents d
    where ${allOf([
      searched.condition,
      !mayEdit && sql`d.is_published`,
      filters.language && sql`d.language = ${filters.language}`,
      // What is about all is about this one too.
      filters.product && sql`d.product in (${filters.product}, '')`,
      filters.is_published !== null && sql`d.is_published = ${filters.is_published}`,
      filters.id != null && sql`d.id = ${filters.id}`,
    ])}`;
  const counted = await sql<{ total: number }>`select count(*) as total ${found}`.execute(tx);
  const columns = {
    title: sql`d.title`,
    language: sql`d.language`,
    product: sql`d.product`,
    updatedAt: sql`d.updated_at`,
  };
  const order =
    sort.length > 0
      ? orderBy(sort, columns, sql`d.id`)
      : sql`order by ${searched.rank} d.updated_at desc, d.id`;
  const { rows } = await sql<Row>`
    select d.id, d.language, d.product, d.title, ${filters.id == null ? sql`''` : sql`d.body`} as text,
      d.is_published as "isPublished", ${ms(sql`d.created_at`)} as "createdAt", ${ms(sql`d.updated_at`)} as "updatedAt",
      coalesce((
        select json_agg(json_build_object('id', f.id, 'key', f.key, 'name', f.name, 'mime', f.mime, 'bytes', f.bytes,
          'sha256', f.sha256) order by x.position)
        from document_files x join large_files f on f.id = x.file_id where x.document_id = d.id), '[]') as files
    ${found} ${order} ${pageSql(input.page)}`.execute(tx);
  return {
    list: rows.map((row) => ({
      ...row,
      files: row.files.map(fileAnswer),
    })),
    total: counted.rows[0]?.total ?? 0,
  };
});

interface Searched {
  condition: RawBuilder<unknown> | null;
  rank: RawBuilder<unknown>;
}

/** PostgreSQL text search configurations used by `text_search_config`: entered words are searched with all of them. */
const ways = ['english', 'german', 'spanish', 'french', 'italian', 'dutch', 'portuguese', 'simple'];

/**
 * The entered words, each matched as a prefix and stemmed by the rules of the document's language. Chinese and
 * Japanese, which have no spaces, are searched by character.
 */
function searchOf(keywords: string): Searched {
  const words = keywords.match(/[\p{L}\p{N}]+/gu) ?? [];
  if (words.length === 0) return { condition: null, rank: sql`` };
  const typed = words.map((word) => `'${word}':*`).join(' & ');
  const own = sql`to_tsquery(text_search_config(d.language), ${typed})`;
  // The first line is what the index answers, the second what holds.
  const indexed = anyOf(ways.map((way) => sql`d.search @@ to_tsquery(${way}::regconfig, ${typed})`));
  return {
    condition: anyOf([
      sql`(${indexed} and d.search @@ ${own})`,
      sql`(d.language in ('zh', 'ja') and ${contains(sql`(d.title || ' ' || d.body)`, keywords)})`,
    ]),
    rank: sql`ts_rank(d.search, ${own}) desc,`,
  };
}
