import { account } from '@helioport/contract/account';
import { brand } from '@helioport/contract/brand';
import { common } from '@helioport/contract/common';
import { site } from '@helioport/contract/site';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_PASSWORD } from '../../../seed/demo.ts';
import type { Caller } from '../../../test/harness.ts';
import { addressOf, type Office, startOffice } from '../../../test/office.ts';

let office: Office;
let admin: Caller;
beforeAll(async () => {
  office = await startOffice();
  admin = await office.as('administrator');
  await admin.call(brand.update, {
    id: 3,
    name: 'Sunrise',
    hosts: ['sunrise.test', 'Portal.Sunrise.test'],
    privacyPolicy: '# Privacy\r\nWe keep **nothing**.',
  });
});
afterAll(() => office.close());

const activeBrand = async (headers: Record<string, string>, caller: Caller = office.app.anonymous) =>
  ((await caller.send(common.brand.path, {}, headers)).envelope.data as { name: string }).name;

describe('v1/common/brand', () => {
  it('is that of the house by default', async () => {
    expect(await office.app.anonymous.call(common.brand)).toEqual({
      id: 0,
      name: 'Helioport',
      company: 'Helioport',
      supportMail: 'support@helioport.example',
      logo: '/logo.svg',
      siderTheme: 'light',
      openRegistration: true,
      maintenance: false,
      demo: false,
      appStoreUrl: '',
      playStoreUrl: '',
    });
  });

  it('follows the host name, then the app header, then the company of the caller', async () => {
    expect(await activeBrand({ host: 'sunrise.test:8080' })).toBe('Sunrise');
    expect(await activeBrand({ host: 'PORTAL.sunrise.test' })).toBe('Sunrise');
    expect(await activeBrand({ host: 'elsewhere.test' })).toBe('Helioport');
    expect(await activeBrand({ app: '3' })).toBe('Sunrise');
    expect(await activeBrand({ host: 'sunrise.test', app: '5' })).toBe('Sunrise');
    for (const app of ['14', '99999999999', '-1', 'x', ''])
      expect(await activeBrand({ app })).toBe('Helioport');

    const { dealer } = office.companies;
    await sql`update companies set brand_id = 3 where id = ${dealer}`.execute(office.app.database.db);
    expect(await activeBrand({ app: String(dealer) }, await office.as('dealer'))).toBe('Sunrise');
  });

  it('takes the number of a company of others for the number of a brand', async () => {
    const { installer } = office.companies;
    expect(installer).toBe(3);
    expect(await activeBrand({ app: '3' }, await office.as('installer'))).toBe('Helioport');
    expect(await activeBrand({ app: '3' }, await office.as('endUser'))).toBe('Sunrise');
  });
});

describe('v1/common/privacyPolicy', () => {
  it('is that of the brand, or nothing where it has none of its own', async () => {
    const policyFor = async (headers: Record<string, string>) =>
      (await office.app.anonymous.send(common.privacyPolicy.path, {}, headers)).envelope.data;
    expect(await policyFor({ app: '3' })).toEqual({ text: '# Privacy\nWe keep **nothing**.' });
    expect(await policyFor({})).toEqual({ text: '' });
  });
});

describe('maintenance', () => {
  afterEach(() => admin.call(brand.update, { id: 0, maintenance: false }));

  it('closes everything but brand, languages and signing in, in words of the caller', async () => {
    const owner = await office.as('endUser');
    await admin.call(brand.update, { id: 0, maintenance: 'true' });
    for (const caller of [owner, office.app.anonymous]) {
      const { status, envelope } = await caller.send(site.listWithSN.path, {});
      expect({ status, ...envelope }).toEqual({
        status: 503,
        code: 503,
        msg: 'The website is under maintenance, please try again later.',
        data: null,
      });
    }
    expect((await office.app.anonymous.call(common.brand)).maintenance).toBe(true);
    expect((await office.app.anonymous.send(common.lan.path, {})).status).toBe(200);
    expect((await office.app.anonymous.send(account.setupState.path, {})).status).toBe(200);
    expect((await office.app.anonymous.send('v2/sign-up', { email: 'a@b.test' })).status).toBe(503);
  });

  it('lets administrators in and lets them work, and nobody else', async () => {
    await admin.call(brand.update, { id: 0, maintenance: true });
    expect((await admin.call(site.listWithSN, {})).total).toBe(0);
    const fresh = await office.app.as(addressOf('administrator'));
    expect((await fresh.call(account.info)).email).toBe(addressOf('administrator'));
    for (const group of ['support', 'dealer', 'endUser'] as const) {
      const { status, envelope } = await office.app.anonymous.send('v2/sign-in', {
        account: addressOf(group),
        password: DEMO_PASSWORD,
      });
      expect([status, envelope.code]).toEqual([503, 503]);
    }
    const { rows } = await sql`
      select 1 from sessions s join users u on u.id = s.user_id where u.email = ${addressOf('dealer')}
        and s.created_at > ${new Date(office.app.now() + 1)}`.execute(office.app.database.db);
    expect(rows).toEqual([]);
  });

  it('does not follow the header of a client', async () => {
    const dealer = await office.as('dealer');
    const owner = await office.as('endUser');
    const { db } = office.app.database;
    await sql`update companies set brand_id = 13 where id = ${office.companies.dealer}`.execute(db);
    const codeOf = async (caller: Caller, headers: Record<string, string>) =>
      (await caller.send(site.listWithSN.path, {}, headers)).status;
    const shown = async (headers: Record<string, string>) =>
      (
        (await office.app.anonymous.send(common.brand.path, {}, headers)).envelope.data as {
          maintenance: boolean;
        }
      ).maintenance;
    const logIn = async (email: string, headers: Record<string, string>) =>
      (await office.app.anonymous.send('v2/sign-in', { account: email, password: DEMO_PASSWORD }, headers))
        .status;
    const apps: Record<string, string>[] = [
      {},
      ...['0', '3', '12', '13', 'x', String(office.companies.dealer)].map((app) => ({ app })),
    ];
    const all = async (caller: Caller, host?: string) =>
      new Set(await Promise.all(apps.map((app) => codeOf(caller, { ...app, ...(host ? { host } : {}) }))));
    const every = (expected: number) => new Set([expected]);

    // A brand without a host name: its own people are shut out, others are not, whatever they send.
    await admin.call(brand.update, { id: 13, maintenance: true });
    expect([await all(dealer), await all(owner)]).toEqual([every(503), every(200)]);
    expect(await all(dealer, 'sunrise.test')).toEqual(every(200));
    for (const app of apps) {
      expect(await logIn(addressOf('dealer'), app)).toBe(503);
      expect(await logIn(addressOf('endUser'), app)).toBe(200);
    }
    expect([await shown({ app: '13' }), await shown({ app: '12' }), await shown({})]).toEqual([
      true,
      false,
      false,
    ]);
    await admin.call(brand.update, { id: 13, maintenance: false });

    // The host name of a brand decides alone.
    await admin.call(brand.update, { id: 3, maintenance: true });
    expect([await all(owner, 'sunrise.test'), await all(owner)]).toEqual([every(503), every(200)]);
    expect(await shown({ host: 'sunrise.test', app: '12' })).toBe(true);
    await admin.call(brand.update, { id: 3, maintenance: false });

    // The default brand is closed where no brand has claimed the host name, and there alone.
    await admin.call(brand.update, { id: 0, maintenance: true });
    expect([await all(owner), await all(dealer), await all(owner, 'sunrise.test')]).toEqual([
      every(503),
      every(503),
      every(200),
    ]);
    for (const app of apps) expect(await shown(app)).toBe(true);
    expect(await logIn(addressOf('endUser'), { app: '12' })).toBe(503);
    expect(await shown({ host: 'sunrise.test', app: '0' })).toBe(false);
    await sql`update companies set brand_id = 0 where id = ${office.companies.dealer}`.execute(db);
  });

  it('closes the website of its brand only', async () => {
    await admin.call(brand.update, { id: 3, maintenance: true });
    const owner = await office.as('endUser');
    expect((await owner.send(site.listWithSN.path, {}, { host: 'sunrise.test' })).status).toBe(503);
    expect((await owner.send(site.listWithSN.path, {})).status).toBe(200);
    await admin.call(brand.update, { id: 3, maintenance: false });
    expect((await owner.send(site.listWithSN.path, {}, { host: 'sunrise.test' })).status).toBe(200);
  });
});
