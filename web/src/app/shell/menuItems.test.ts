import { expect, test } from 'vitest';
import type { MenuItem } from '../../session/session.ts';
import { currentItem } from './menuItems.ts';

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
