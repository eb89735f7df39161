import { auth } from '@helioport/contract/auth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Office, startOffice } from '../../../test/office.ts';

let office: Office;
beforeAll(async () => {
  office = await startOffice();
});
afterAll(() => office.close());

describe('v2/auth/role/list/system', () => {
  it('offers each caller the roles that see and may do no more than he', async () => {
    const offered = async (group: 'administrator' | 'distributor' | 'installer') => {
      const caller = await office.as(group);
      return (await caller.call(auth.roleListSystem)).list.map((role) => role.name);
    };
    expect(await offered('administrator')).toEqual([
      'Administrator',
      'Distributor',
      'Dealer',
      'Installer',
      'Support',
      'End User',
    ]);
    expect(await offered('distributor')).toEqual(['Distributor', 'Dealer', 'Installer', 'End User']);
    expect(await offered('installer')).toEqual(['Installer', 'End User']);
  });

  it('is nothing for people without the page of users', async () => {
    expect((await (await office.as('endUser')).send(auth.roleListSystem.path)).status).toBe(403);
  });
});
