import { site } from '@helioport/contract/site';
import { VIEWS_MAX } from '@helioport/contract/siteViews';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type People, startPeople } from '../../../test/people.ts';

let world: People;
beforeAll(async () => {
  world = await startPeople();
});
afterAll(() => world.close());

it('keeps named filters for whoever named them, and for nobody else', async () => {
  const [free, other] = [await world.as('free'), await world.as('admin')];
  await free.call(site.viewSave, { name: ' West ', query: 'country=DE' });
  await free.call(site.viewSave, { name: 'alert', query: 'state=alert' });
  await free.call(site.viewSave, { name: 'West', query: 'country=FR&sort=specific30' });
  expect((await free.call(site.views)).list).toEqual([
    { name: 'alert', query: 'state=alert' },
    { name: 'West', query: 'country=FR&sort=specific30' },
  ]);
  await other.call(site.viewDelete, { name: 'West' });
  expect((await other.call(site.views)).list).toEqual([]);
  await free.call(site.viewSave, { list: 'devices', name: 'West', query: 'state=silent' });
  expect((await free.call(site.views, { list: 'devices' })).list).toEqual([
    { name: 'West', query: 'state=silent' },
  ]);
  await free.call(site.viewDelete, { name: 'alert' });
  expect((await free.call(site.views)).list.map(({ name }) => name)).toEqual(['West']);
});

it('keeps no more than a person can look through', async () => {
  const free = await world.as('free');
  for (let i = 0; i < VIEWS_MAX - 1; i++) await free.call(site.viewSave, { name: `Nr ${i}`, query: '' });
  expect((await free.send(site.viewSave.path, { name: 'One more', query: '' })).envelope.code).toBe(400);
  await free.call(site.viewSave, { name: 'Nr 1', query: 'q=x' });
});
