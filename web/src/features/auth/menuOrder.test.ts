import { describe, expect, it } from 'vitest';
import { type Menu, moved, rowsOf, stepped } from './menuOrder.ts';

const entry = (id: number, parentId: number | null, mode: 1 | 2 = 1, children: Menu[] = []): Menu => ({
  id,
  parentId,
  mode,
  children,
  title: `entry ${id}`,
  titleLocale: {},
  icon: '',
  path: '',
  params: '',
  components_title: mode === 1 ? `page${id}` : '',
  position: 0,
  isSystem: false,
  roles: [],
});

const tree = [entry(1, null, 1, [entry(2, 1, 2), entry(3, 1, 2)]), entry(4, null), entry(5, null)];
const menu = (id: number) => rowsOf(tree, new Set()).find((row) => row.menu.id === id)?.menu as Menu;

describe('the order of menus', () => {
  it('steps up and down, and not beyond the ends', () => {
    expect(stepped(tree, menu(4), -1)).toEqual({ parent_id: 0, ids: [4, 1, 5] });
    expect(stepped(tree, menu(2), 1)).toEqual({ parent_id: 1, ids: [3, 2] });
    expect(stepped(tree, menu(5), 1)).toBeNull();
  });

  it('moves an entry below another page', () => {
    expect(moved(tree, 2, 4, 'inside')).toEqual({ parent_id: 4, ids: [2] });
    expect(moved(tree, 5, 2, 'before')).toEqual({ parent_id: 1, ids: [5, 2, 3] });
  });

  it('refuses buttons at the top and anything below itself or below a button', () => {
    expect(moved(tree, 2, 4, 'after')).toBeNull();
    expect(moved(tree, 1, 2, 'before')).toBeNull();
    expect(moved(tree, 4, 2, 'inside')).toBeNull();
  });

  it('hides what is below closed entries', () => {
    expect(rowsOf(tree, new Set([1])).map((row) => row.menu.id)).toEqual([1, 4, 5]);
  });
});
