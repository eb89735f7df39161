import type { LoaderFunctionArgs } from 'react-router';
import { expect, it, vi } from 'vitest';
import { paths } from '../../paths.ts';
import { plantIdIn } from './plantAddress.ts';
import { routes } from './routes.tsx';

vi.mock('./list/SiteListPage.tsx', () => ({ default: () => null }));
vi.mock('./prefetchPlant.ts', () => ({ prefetchPlant: () => null, isOtherPlant: () => true }));

/** Where the loader of a page leads; null: it stays. */
async function leadOf(path: string, search: string): Promise<string | null> {
  const loader = routes.find((route) => route.path === path)?.loader;
  if (typeof loader !== 'function') return null;
  const request = new Request(`https://portal.test${path}${search}`);
  const answer: unknown = await loader({ request, params: {}, context: {} } as unknown as LoaderFunctionArgs);
  return answer instanceof Response ? answer.headers.get('location') : null;
}

const pages = [
  paths.siteDetail(),
  paths.siteNew(),
  paths.siteLayout(),
  paths.siteCommission(),
  paths.siteConnect(),
  paths.siteImport(),
  paths.reportSetting(),
  paths.parameterSetting(),
];

it.each(pages)('%s accepts the plant as sid and keeps the rest of the address', async (path) => {
  expect(await leadOf(path, '?sid=DE_1&tab=modules&page=2')).toBe(`${path}?id=DE_1&tab=modules&page=2`);
  expect(await leadOf(path, '?sid=DE_1&id=DE_2')).toBe(`${path}?id=DE_2`);
  expect(await leadOf(path, '?id=DE_1&tab=modules')).toBeNull();
  expect(await leadOf(path, '')).toBeNull();
});

it('includes every page that reads the plant from the address', () => {
  const others = routes.map(({ path }) => path).filter((path) => !pages.includes(path));
  // The list, findings, the cloud import and offers are of no one plant, or name it otherwise.
  expect(others).toEqual([paths.sites(), paths.finding(), paths.cloudImport(), paths.siteOffer()]);
});

it('prefers id, and finds no plant in an address without either', () => {
  expect(plantIdIn(new URLSearchParams('id=A&sid=B'))).toBe('A');
  expect(plantIdIn(new URLSearchParams('sid=B'))).toBe('B');
  expect(plantIdIn(new URLSearchParams('uid=C'))).toBe('');
});
