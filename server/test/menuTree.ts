// Finds menu entries at any level: pages are in groups, and operators move them.

/** A tree as one list, every entry before what lies below it. */
export const flat = <Item extends { children: Item[] }>(list: readonly Item[]): Item[] =>
  list.flatMap((item) => [item, ...flat(item.children)]);

/** The entry of a page; undefined where the tree lacks it. */
export const pageIn = <Item extends { components_title: string; children: Item[] }>(
  list: readonly Item[],
  name: string,
): Item | undefined => flat(list).find((item) => item.components_title === name);
