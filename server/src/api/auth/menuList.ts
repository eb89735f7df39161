import type { auth } from '@helioport/contract/auth';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import { type MenuRow, menuColumns, treeOf, withAbove } from './internal/tree.ts';

interface Row extends MenuRow {
  position: number;
  isSystem: boolean;
  roles: number[];
}

export default handler<typeof auth.menuList>(async ({ input, tx }) => {
  const { rows } = await sql<Row>`
    select ${sql.raw(menuColumns)}, m.position, m.key is not null as "isSystem",
      array(select group_id from group_menus gm where gm.menu_id = m.id order by group_id) as roles
    from menus m order by m.position, m.id`.execute(tx);
  const { mode } = input.filters;
  const keywords = input.filters.keywords.toLowerCase();
  const texts = (row: Row) => [row.title, row.components_title, row.path, ...Object.values(row.titleLocale)];
  const matches = rows.filter(
    (row) =>
      (mode === null || row.mode === mode) &&
      (keywords === '' || texts(row).some((text) => text.toLowerCase().includes(keywords))),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  const kept = new Set(matches.flatMap((row) => withAbove(byId, row.id)));
  return {
    list: treeOf(
      rows.filter((row) => kept.has(row)),
      (row) => row,
    ),
  };
});
