import { auth } from '@helioport/contract/auth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GROUPS } from '../../../seed/menus.ts';
import type { Caller } from '../../../test/harness.ts';
import { type Office, startOffice } from '../../../test/office.ts';

let office: Office;
let admin: Caller;
beforeAll(async () => {
  office = await startOffice();
  admin = await office.as('administrator');
  for (const name of ['Auditor', 'Trainee']) await admin.call(auth.roleCreate, { name, scope: 'own' });
});
afterAll(() => office.close());

const names = async (input: Parameters<typeof admin.call<typeof auth.roleList>>[1]) =>
  (await admin.call(auth.roleList, input)).list.map((role) => role.name);

describe('v2/auth/role/list', () => {
  it('tells the roles with their holders, a page at a time', async () => {
    const first = await admin.call(auth.roleList, { page: { size: 3, num: 0 } });
    expect(first.total).toBe(8);
    expect(first.list).toMatchObject([
      { id: 1, name: 'Administrator', scope: 'all', readsOnly: false, isSystem: true, holders: 1 },
      { id: 2, name: 'Distributor', holders: 1 },
      { id: 3, name: 'Dealer', holders: 1 },
    ]);
    expect(await names({ page: { size: 3, num: 2 } })).toEqual(['Auditor', 'Trainee']);
  });

  it('filters by words, scope and origin, and sorts', async () => {
    expect(await names({ filters: { keywords: 'RAINEE' } })).toEqual(['Trainee']);
    expect(await names({ filters: { scope: 'all' } })).toEqual(['Administrator', 'Support']);
    expect(await names({ filters: { is_system: 'false' } })).toEqual(['Auditor', 'Trainee']);
    expect((await names({ sort: [{ field: 'name', order: 'desc' }] }))[0]).toBe('Trainee');
    expect((await names({ sort: [{ field: 'holders', order: 'asc' }] }))[0]).toBe('Auditor');
    expect((await names({ sort: [{ field: 'scope', order: 'asc' }] }))[0]).toBe('End User');
  });

  it('names them in the language of the caller', async () => {
    await admin.call(auth.roleUpdate, { id: GROUPS.dealer, titleLocale: { en: 'Dealer', de: 'Händler' } });
    const titleIn = async (lan: string) => {
      const body = { filters: { keywords: 'Dealer' } };
      const { envelope } = await admin.send(auth.roleList.path, body, { lan });
      return (envelope.data as { list: { title: string }[] }).list.map((role) => role.title);
    };
    expect(await titleIn('1')).toEqual(['Händler']);
    expect(await titleIn('2')).toEqual(['Dealer']);
  });

  it('is read by support, who cannot change any', async () => {
    const support = await office.as('support');
    expect((await support.call(auth.roleList, {})).total).toBe(8);
    expect((await (await office.as('dealer')).send(auth.roleList.path, {})).status).toBe(403);
  });
});
