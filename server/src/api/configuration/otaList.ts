import type { configuration } from '@helioport/contract/configuration';
import type { OutputOf } from '@helioport/contract/endpoint';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import { allOf, anyOf, contains, orderBy, pageSql } from '../../platform/search.ts';
import { modelTitle } from '../../queries/firmwareModel.ts';
import { ms } from '../../queries/found.ts';
import { largeFileAddress } from '../../repositories/largeFiles.ts';

type Answer = OutputOf<typeof configuration.otaList>['list'][number];

interface Row extends Omit<Answer, 'modelTitle' | 'address'> {
  key: string;
}

export default handler<typeof configuration.otaList>(async ({ input, me, tx, lan }) => {
  const { filters } = input;
  const found = sql`
    from firmware w join large_files f on f.id = w.file_id
    where ${allOf([
      !me.isOperator && me.scope !== 'all' && sql`w.is_published`,
      filters.keywords &&
        anyOf([
          contains(sql`w.version`, filters.keywords),
          contains(sql`w.model`, filters.keywords),
          contains(sql`w.description`, filters.keywords),
        ]),
      filters.model && sql`w.model = ${filters.model}`,
      filters.is_published !== null && sql`w.is_published = ${filters.is_published}`,
      filters.id != null && sql`w.id = ${filters.id}`,
    ])}`;
  const counted = await sql<{ total: number }>`select count(*) as total ${found}`.execute(tx);
  const columns = {
    versionName: sql`w.version`,
    model: sql`w.model`,
    createdAt: sql`w.created_at`,
    bytes: sql`f.bytes`,
  };
  const { rows } = await sql<Row>`
    select w.id, w.model, w.version as "versionName", w.description, f.name as "fileName", f.bytes, f.sha256, f.key,
      w.is_published as "isPublished", w.is_forced as "isForced", ${ms(sql`w.created_at`)} as "createdAt",
      (select count(*) from campaigns c where c.firmware_id = w.id) as campaigns
    ${found} ${orderBy(input.sort, columns, sql`w.created_at desc, w.id`)} ${pageSql(input.page)}`.execute(
    tx,
  );
  return {
    list: rows.map(({ key, ...row }) => ({
      ...row,
      modelTitle: modelTitle(row.model, lan),
      address: largeFileAddress(key),
    })),
    total: counted.rows[0]?.total ?? 0,
  };
});
