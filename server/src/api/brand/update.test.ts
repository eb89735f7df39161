import { brand } from '@helioport/contract/brand';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '../../../test/harness.ts';
import { type Office, startOffice } from '../../../test/office.ts';

let office: Office;
let admin: Caller;
beforeAll(async () => {
  office = await startOffice();
  admin = await office.as('administrator');
});
afterAll(() => office.close());

const entry = async (id: number) => (await admin.call(brand.list)).list.find((one) => one.id === id);
const codeOf = async (body: unknown) => (await admin.send(brand.update.path, body)).envelope.code;

describe('v2/brand/list', () => {
  it('has fourteen brands, read by administrators and support', async () => {
    const support = await office.as('support');
    const { list } = await support.call(brand.list);
    expect(list.map((one) => one.id)).toEqual(Array.from({ length: 14 }, (_, i) => i));
    expect(list[0]).toMatchObject({ name: 'Helioport', hosts: [], hasLogo: false, privacyPolicy: '' });
    for (const group of ['distributor', 'endUser'] as const) {
      expect((await (await office.as(group)).send(brand.list.path)).status).toBe(403);
    }
  });
});

describe('v2/brand/update', () => {
  it('changes what is said and leaves the rest', async () => {
    await admin.call(brand.update, {
      id: 5,
      name: 'Aurora',
      company: 'Aurora Solar Ltd',
      supportMail: 'help@aurora.test',
      siderTheme: 'dark',
      openRegistration: 'false',
      hosts: ['aurora.test', 'aurora.test'],
      appStoreUrl: 'https://apps.apple.com/app/id1',
    });
    await admin.call(brand.update, { id: 5, name: 'Aurora Portal' });
    expect(await entry(5)).toMatchObject({
      name: 'Aurora Portal',
      company: 'Aurora Solar Ltd',
      supportMail: 'help@aurora.test',
      siderTheme: 'dark',
      openRegistration: false,
      maintenance: false,
      hosts: ['aurora.test'],
      appStoreUrl: 'https://apps.apple.com/app/id1',
      playStoreUrl: '',
    });
    expect(await office.lastAudit()).toMatchObject({
      action: 'brand.update',
      subject: 'Aurora',
      detail: { before: { name: 'Aurora' }, after: { name: 'Aurora Portal' } },
    });
  });

  it('takes away what is given as empty', async () => {
    await admin.call(brand.update, { id: 5, supportMail: '', hosts: [], appStoreUrl: '' });
    expect(await entry(5)).toMatchObject({ supportMail: '', hosts: [], appStoreUrl: '' });
  });

  it('gives a host name to one brand only', async () => {
    await admin.call(brand.update, { id: 6, hosts: ['Shared.test'] });
    const { envelope } = await admin.send(brand.update.path, { id: 7, hosts: ['shared.test'] });
    expect(envelope).toMatchObject({
      code: 1341,
      msg: 'The hostname shared.test already belongs to the brand Brand 6.',
    });
  });

  it('refuses links that are none, and what is no brand', async () => {
    for (const body of [
      { id: 5, appStoreUrl: 'javascript:alert(1)' },
      { id: 5, playStoreUrl: 'http://plain.test' },
      { id: 5, playStoreUrl: 'https://user:pass@evil.test' },
      { id: 5, supportMail: 'nobody' },
      { id: 5, hosts: ['a b'] },
      { id: 5, hosts: ['evil.test/path'] },
      { id: 14, name: 'Fifteenth' },
      { id: -1 },
      {},
    ]) {
      expect(await codeOf(body)).toBe(400);
    }
  });

  it('keeps HTML as letters and drops control characters', async () => {
    const privacyPolicy = '<script>alert(1)</script>\u0007\r\n\r\n- one\ttwo';
    await admin.call(brand.update, { id: 8, privacyPolicy, name: '<b>Bold</b>' });
    expect(await entry(8)).toMatchObject({
      privacyPolicy: '<script>alert(1)</script>\n\n- one\ttwo',
      name: '<b>Bold</b>',
    });
  });

  it('is refused to everybody but administrators', async () => {
    for (const group of ['support', 'distributor', 'endUser'] as const) {
      const caller = await office.as(group);
      expect((await caller.send(brand.update.path, { id: 0, name: 'Mine' })).status).toBe(403);
    }
  });
});
