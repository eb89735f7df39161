import { account } from '@helioport/contract/account';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeUser } from '../../../seed/make.ts';
import { seedMenus } from '../../../seed/menus.ts';
import { type Caller, startTestApp, type TestApp } from '../../../test/harness.ts';
import { inTransaction } from '../../platform/db.ts';

let app: TestApp;
let me: Caller;

beforeAll(async () => {
  app = await startTestApp();
  await inTransaction(app.database.db, 'write', async (tx) => {
    await seedMenus(tx);
    await makeUser(tx, { email: 'anna@demo.test' });
    await makeUser(tx, { email: 'other@demo.test' });
  });
  me = await app.as('anna@demo.test');
});
afterAll(() => app.close());

describe('v2/account/update', () => {
  it('changes what is given and leaves the rest', async () => {
    await me.call(account.update, {
      contactPerson: 'Anna',
      contactNumber: '123',
      countryCode: 'US',
      stateCode: 'US-CA',
      city: 'Oakland',
      street: 'Main St 1',
      zip: '94601',
      language: 1,
      timeFormat: '12',
      numberFormat: 'de-CH',
      temperatureUnit: 'Fahrenheit',
    });
    await me.call(account.update, { contactPerson: 'Anna Berg', contactNumber: '' });
    expect(await me.call(account.profile)).toMatchObject({
      contactPerson: 'Anna Berg',
      contactNumber: '',
      countryCode: 'US',
      countryName: 'United States',
      stateCode: 'US-CA',
      stateName: 'California',
      city: 'Oakland',
      street: 'Main St 1',
      zip: '94601',
      language: 1,
      timeFormat: '12',
      numberFormat: 'de-CH',
      temperatureUnit: 'Fahrenheit',
    });
  });

  it('empties the state of a country that was left', async () => {
    await me.call(account.update, { countryCode: 'FR' });
    expect(await me.call(account.profile)).toMatchObject({ countryCode: 'FR', stateCode: '', stateName: '' });
    await me.call(account.update, { stateCode: 'FR-IDF' });
    expect((await me.call(account.profile)).stateName).not.toBe('');
  });

  it.each([
    ['stateCode', { stateCode: 'US-CA' }],
    ['countryCode', { countryCode: 'ZZ' }],
    ['language', { language: 42 }],
    ['timeFormat', { timeFormat: '36' }],
    ['numberFormat', { numberFormat: 'not a tag' }],
    ['temperatureUnit', { temperatureUnit: 'Kelvin' }],
    ['contactPerson', { contactPerson: 'x'.repeat(81) }],
  ])('refuses a wrong %s', async (field, body) => {
    const { envelope } = await me.send('v2/account/update', body);
    expect(envelope).toMatchObject({ code: 400 });
    expect(envelope.msg).toMatch(new RegExp(`^The request is not valid: ${field}( \\(.+\\))?$`));
  });

  it('keeps markup as the text it is, and touches nothing but the own row', async () => {
    const markup = '<script>alert("1")</script>\u0000{{brand}}';
    await me.call(account.update, { contactPerson: markup, city: markup, street: markup });
    expect((await me.call(account.profile)).contactPerson).toBe('<script>alert("1")</script>{{brand}}');
    const { envelope } = await me.send('v2/account/update', {
      email: 'other@demo.test',
      groupId: 1,
      group_id: 1,
      company_id: 1,
      uid: 'x',
      is_blocked: false,
    });
    expect(envelope.code).toBe(200);
    const { rows } = await sql`
      select group_id, company_id, contact_person from users where email in ('anna@demo.test', 'other@demo.test')
      order by id`.execute(app.database.db);
    expect(rows).toEqual([
      { group_id: 26, company_id: null, contact_person: '<script>alert("1")</script>{{brand}}' },
      { group_id: 26, company_id: null, contact_person: '' },
    ]);
  });

  it('writes into the audit log which fields changed, not what they are', async () => {
    const { rows } = await sql<{ detail: unknown }>`
      select detail from audit where action = 'account.update' order by id limit 1`.execute(app.database.db);
    expect(JSON.stringify(rows[0]?.detail)).not.toContain('Oakland');
    expect(rows[0]?.detail).toMatchObject({ changed: expect.arrayContaining(['city', 'zip']) });
  });
});
