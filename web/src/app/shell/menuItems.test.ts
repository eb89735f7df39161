import { expect, test } from 'vitest';
import type { MenuItem } from '../../session/session.ts';
import { currentItem, withoutUnused } from './menuItems.ts';

const page = (path: string, params = ''): MenuItem =>
  ({ path, params, mode: 1, children: [] }) as unknown as MenuItem;
const menus = [page('/pvPlant'), page('/pvPlant/edit'), page('/device'), page('/device', 'kind=meter')];

test.each([
  ['/pvPlant', '', '/pvPlant', ''],
  ['/pvPlant/edit', '', '/pvPlant/edit', ''],
  ['/pvPlant/edit', '?id=DE_1', '/pvPlant', ''],
  ['/pvPlant/detail', '?id=DE_1', '/pvPlant', ''],
  ['/device', '?kind=meter', '/device', 'kind=meter'],
])('%s%s belongs to the entry %s %s', (pathname, search, path, params) => {
  expect(currentItem(menus, pathname, search)).toMatchObject({ path, params });
});

test('the menu leaves out what the reader has no use for, in groups too', () => {
  const item = (components_title: string, children: MenuItem[] = []): MenuItem =>
    ({ ...page(components_title), components_title, children }) as MenuItem;
  const tree = [item('plants'), item('', [item('meters'), item('inverters')])];
  const names = (items: MenuItem[]): string[] =>
    items.flatMap((one) => [one.components_title, ...names(one.children)]);
  expect(names(withoutUnused(tree, ['meters', 'other']))).toEqual(['plants', '', 'inverters']);
  expect(names(withoutUnused(tree, []))).toEqual(['plants', '', 'meters', 'inverters']);
});
