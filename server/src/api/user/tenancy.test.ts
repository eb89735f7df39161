// IDs of other companies in every body of this module: calls with foreign IDs fail and change nothing.
import type { Endpoint } from '@helioport/contract/endpoint';
import { failures } from '@helioport/contract/failures';
import { isUnknownCode } from '@helioport/contract/unknownCode';
import { user } from '@helioport/contract/user';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type People, startPeople } from '../../../test/people.ts';

let world: People;
beforeAll(async () => {
  world = await startPeople();
});
afterAll(() => world.close());

/** Everything that a tenant could change in the other tree. */
const snapshot = async () => {
  const { rows } = await sql<Record<string, unknown>>`
    select (select jsonb_agg(u order by id) from (select id, email, group_id, company_id, is_blocked, contact_person,
        cancelled_at, is_company_owner from users) u) as users,
      (select jsonb_agg(c order by id) from companies c) as companies,
      (select jsonb_agg(m order by user_id, company_id) from memberships m) as memberships,
      (select jsonb_agg(s order by id) from (select id, owner_id, company_id from sites) s) as sites,
      (select count(*) from mails) as mails`.execute(world.app.database.db);
  return rows[0];
};

const isRefusal = (code: number) => isUnknownCode(code) || code === failures['company.topReserved'].code;

const foreignPeople = ['south', 'south.boss', 'customer.south', 'admin', 'support'];

describe('ids of others', () => {
  it.each(['boss', 'dealer', 'north'])('in the bodies of %s are refused, whatever the call', async (who) => {
    const caller = await world.as(who);
    const { south, southInstaller, northInstaller } = world.company;
    const foreign = await Promise.all(foreignPeople.map(world.uid));
    const mate = await world.uid('mate');
    const write: [Endpoint, Record<string, unknown>][] = [
      ...foreign.flatMap((uid): [Endpoint, Record<string, unknown>][] => [
        [user.detail, { uid }],
        [user.delPreview, { uid }],
        [user.update, { uid, contactPerson: 'Taken' }],
        [user.update, { uid, groupId: 26 }],
        [user.update, { uid, companyId: northInstaller }],
        [user.update, { uid, isBlocked: true }],
        [user.update, { uid, email: 'taken@make.test' }],
        [user.invite, { uid }],
        [user.del, { uid, orphanPlants: true }],
        [user.companyCreate, { companyName: 'X', kind: 'installer', managerUid: uid }],
        [user.companyUpdate, { companyId: northInstaller, managerUid: uid }],
      ]),
      ...[south, southInstaller, 999_999].flatMap((id): [Endpoint, Record<string, unknown>][] => [
        [user.create, { email: 'x@make.test', password: 'a password', groupId: 26, companyId: id }],
        [user.create, { email: 'x@make.test', password: 'a password', groupId: 4, memberOf: [id] }],
        [user.update, { uid: mate, companyId: id }],
        [user.update, { uid: mate, memberOf: [id] }],
        [user.companyCreate, { companyName: 'X', kind: 'installer', parentId: id }],
        [user.companyUpdate, { companyId: id, companyName: 'Taken' }],
        [user.companyUpdate, { companyId: northInstaller, parentId: id }],
        [user.companyDel, { companyId: id, handOverTo: northInstaller }],
        [user.companyDel, { companyId: northInstaller, handOverTo: id }],
      ]),
    ];
    const before = await snapshot();
    for (const [endpoint, body] of write) {
      const { status, envelope } = await caller.send(endpoint.path, body);
      // Companies are founded and moved by a button that a manager of an installer lacks.
      const lacksButton = who === 'boss' && endpoint.path.includes('/company/');
      const isRefused = lacksButton ? status === 403 : status === 200 && isRefusal(envelope.code);
      expect(isRefused, `${endpoint.path} ${JSON.stringify(body)} ${status} ${envelope.msg}`).toBe(true);
    }
    // A customer manages nothing, so no new manager is needed.
    const successors = [
      { handOverTo: 'south.boss@make.test' },
      { companyHandOverTo: 'south.boss@make.test' },
    ];
    const uid = await world.uid(who === 'boss' ? 'customer' : 'boss');
    for (const more of who === 'boss' ? successors.slice(0, 1) : successors) {
      expect((await caller.send(user.del.path, { uid, ...more })).envelope.code).toBe(267);
    }
    expect(await snapshot()).toEqual(before);
  });

  it('in filters find nothing', async () => {
    const { south, southInstaller } = world.company;
    const north = await world.as('north');
    const page = { size: 100, num: 0 };
    for (const company_id of [south, southInstaller]) {
      expect((await north.call(user.list, { page, filters: { company_id } })).total).toBe(0);
      expect((await north.call(user.list, { page, filters: { company_id, with_below: true } })).total).toBe(
        0,
      );
      expect((await north.call(user.audit, { page, filters: { company_id } })).total).toBe(0);
      expect((await north.call(user.companyList, { page, filters: { parent_id: company_id } })).total).toBe(
        0,
      );
    }
    for (const keywords of ['south', 'South Installer', 'customer.south@make.test']) {
      expect((await north.call(user.list, { page, filters: { keywords } })).total).toBe(0);
      expect((await north.call(user.companyList, { page, filters: { keywords } })).total).toBe(0);
      expect((await north.call(user.companyChoices, { page, filters: { keywords } })).total).toBe(0);
    }
  });

  it('never appear in any list', async () => {
    const page = { size: 1000, num: 0 };
    for (const who of ['boss', 'dealer', 'north']) {
      const caller = await world.as(who);
      const calls = [
        user.list,
        user.companyChoices,
        user.audit,
        ...(who === 'boss' ? [] : [user.companyList]),
      ];
      for (const endpoint of calls) {
        const text = JSON.stringify((await caller.send(endpoint.path, { page })).envelope.data);
        expect(text, `${endpoint.path} as ${who}`).not.toMatch(/south|admin@|support@/i);
      }
    }
  });
});
