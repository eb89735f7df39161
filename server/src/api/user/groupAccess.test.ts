import { user } from '@helioport/contract/user';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type People, startPeople } from '../../../test/people.ts';

let world: People;
beforeAll(async () => {
  world = await startPeople();
});
afterAll(() => world.close());

describe('v2/user/groupAccess', () => {
  it('lists roles, how many people have them and what they may see and do', async () => {
    const support = await world.as('support');
    const { list, total } = await support.call(user.groupAccess);
    expect(total).toBe(6);
    const installer = list.find(({ groupId }) => groupId === 4);
    expect(installer).toMatchObject({ groupName: 'Installer', scope: 'company', members: 3, blocked: 0 });
    expect(installer?.pages).toContainEqual({ name: 'users', title: 'Users' });
    expect(installer?.pages.map(({ name }) => name)).not.toContain('companies');
    expect(installer?.buttons.map(({ name }) => name)).toContain('user:create');
  });

  it('finds by name, scope and what is held, and sorts', async () => {
    const admin = await world.as('admin');
    const ids = async (body: Parameters<typeof admin.call<typeof user.groupAccess>>[1]) =>
      (await admin.call(user.groupAccess, body)).list.map(({ groupId }) => groupId);
    expect(await ids({ filters: { keywords: 'DEAL' } })).toEqual([3]);
    expect(await ids({ filters: { scope: 'own' } })).toEqual([26]);
    expect(await ids({ filters: { access: 'outbox' } })).toEqual([1]);
    expect(await ids({ sort: [{ field: 'members', order: 'desc' }], page: { size: 1 } })).toEqual([4]);
    expect(await ids({ sort: [{ field: 'members', order: 'desc' }], page: { size: 2, num: 1 } })).toEqual([
      2, 1,
    ]);
  });

  it('is for those who run the house', async () => {
    for (const who of ['north', 'boss', 'free'])
      expect((await (await world.as(who)).send(user.groupAccess.path)).status).toBe(403);
  });
});
