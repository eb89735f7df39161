// The menu tree, from rows to branches and back.

/** A row as the tree is read. */
export interface MenuRow {
  id: number;
  parentId: number | null;
  title: string;
  titleLocale: Record<string, string>;
  icon: string;
  path: string;
  params: string;
  mode: 1 | 2 | 3;
  components_title: string;
}

/** Columns of a `MenuRow`, of a table called m. */
export const menuColumns = `m.id, m.parent_id as "parentId", m.title, m.title_locale as "titleLocale", m.icon, m.path,
  m.params, m.mode, m.components_title`;

type Branch<T> = T & { children: Branch<T>[] };

/**
 * Converts ordered rows into a tree, each by `shown`. A row whose parent is not among them is placed at the top level,
 * so that no granted entry is lost.
 */
export function treeOf<R extends { id: number; parentId: number | null }, T extends object>(
  rows: readonly R[],
  shown: (row: R) => T,
): Branch<T>[] {
  const branches = new Map(rows.map((row) => [row.id, { ...shown(row), children: [] as Branch<T>[] }]));
  const top: Branch<T>[] = [];
  for (const row of rows) {
    const branch = branches.get(row.id);
    const parent = row.parentId === null ? undefined : branches.get(row.parentId);
    if (branch) (parent?.children ?? top).push(branch);
  }
  return top;
}

/** A row as menus are sent: without its place. */
export const itemOf = (row: MenuRow): Omit<MenuRow, 'parentId'> => ({
  id: row.id,
  title: row.title,
  titleLocale: row.titleLocale,
  icon: row.icon,
  path: row.path,
  params: row.params,
  mode: row.mode,
  components_title: row.components_title,
});

/** The entry and its ancestors, from the entry upwards. */
export function withAbove<R extends { id: number; parentId: number | null }>(
  byId: ReadonlyMap<number, R>,
  id: number,
): R[] {
  const found: R[] = [];
  for (
    let at = byId.get(id);
    at !== undefined;
    at = at.parentId === null ? undefined : byId.get(at.parentId)
  ) {
    if (found.includes(at)) break;
    found.push(at);
  }
  return found;
}

/** All descendants of an entry. */
export function below<R extends { id: number; parentId: number | null }>(
  rows: readonly R[],
  id: number,
): R[] {
  const children = rows.filter((row) => row.parentId === id);
  return children.flatMap((child) => [child, ...below(rows, child.id)]);
}
