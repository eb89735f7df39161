import { account } from '@helioport/contract/account';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedMenus } from '../../../seed/menus.ts';
import { startTestApp, TEST_SETUP_CODE, type TestApp } from '../../../test/harness.ts';
import { inTransaction } from '../../platform/db.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: { PUBLIC_URL: 'https://sun.example.org' } });
  await inTransaction(app.database.db, 'write', seedMenus);
});
afterAll(() => app.close());

const body = { email: 'me@home.test', password: 'sun over roofs', code: TEST_SETUP_CODE };
let calls = 0;
const setup = async (
  headers: Record<string, string> = {},
  payload: object = body,
  from = `192.0.2.${++calls}`,
) => {
  const answer = await app.http.inject({
    method: 'POST',
    url: '/v2/account/setup',
    remoteAddress: from,
    headers: { host: 'portal.test:8080', 'content-type': 'application/json', ...headers },
    payload: JSON.stringify(payload),
  });
  return { code: (answer.json() as { code: number }).code, headers: answer.headers };
};

describe('v2/account/setup', () => {
  it('needs the code that the server printed', async () => {
    expect((await setup({}, { email: body.email, password: body.password })).code).toBe(400);
    expect((await setup({}, { ...body, code: 'AAAA-AAAA' })).code).toBe(269);
  });

  it.each([
    ['another site', { origin: 'https://evil.test' }],
    ['another port', { origin: 'http://portal.test:8081' }],
    ['a file', { origin: 'null' }],
    ['another site that hides its origin', { 'sec-fetch-site': 'cross-site' }],
  ])('is closed to %s, the code known or not', async (_, headers) => {
    const answer = await setup(headers);
    expect(answer.code).toBe(270);
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', ''])(
    'takes no body of type "%s", which any site may send',
    async (type) => {
      expect((await setup({ 'content-type': type })).code).toBe(400);
    },
  );

  it('is not offered to other sites beforehand', async () => {
    for (const url of ['/v2/account/setup', '/v2/account/setup/', '/v2/account/setup?x=1']) {
      const { headers } = await app.http.inject({ method: 'OPTIONS', url });
      expect(headers['access-control-allow-origin'], url).toBeUndefined();
    }
  });

  it('gives a network twenty tries an hour', async () => {
    const codes: number[] = [];
    for (let i = 0; i < 22; i++)
      codes.push((await setup({}, { ...body, code: `AAAA-${1000 + i}` }, '203.0.113.9')).code);
    expect(codes).toEqual([...Array(20).fill(269), 429, 429]);
  });

  it('makes the administrator for its own page, at its own or its public address, once', async () => {
    expect((await setup({ origin: 'https://sun.example.org' }, { ...body, password: '123456' })).code).toBe(
      291,
    );
    const typed = { ...body, code: ` ${TEST_SETUP_CODE.toLowerCase()} ` };
    expect((await setup({ origin: 'http://portal.test:8080' }, typed)).code).toBe(200);
    expect((await setup()).code).toBe(261);
    await app.as(body.email, body.password);
    expect((await app.anonymous.call(account.setupState)).needed).toBe(false);
  });
});
