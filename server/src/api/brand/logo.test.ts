import { account } from '@helioport/contract/account';
import { brand } from '@helioport/contract/brand';
import { common } from '@helioport/contract/common';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_PASSWORD } from '../../../seed/demo.ts';
import { addressOf, type Office, startOffice } from '../../../test/office.ts';

let office: Office;
beforeAll(async () => {
  office = await startOffice();
});
afterAll(() => office.close());

async function send(group: 'administrator' | 'support', id: string, data: Buffer) {
  const { tokenInfo } = await office.app.anonymous.call(account.signIn, {
    account: addressOf(group),
    password: DEMO_PASSWORD,
  });
  const boundary = 'helioport-boundary';
  const field = `--${boundary}\r\nContent-Disposition: form-data; name="id"\r\n\r\n${id}\r\n`;
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="logo.png"\r\nContent-Type: image/png\r\n\r\n`;
  const answer = await office.app.http.inject({
    method: 'POST',
    url: `/${brand.logo.path}`,
    headers: {
      authorization: tokenInfo.token,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    payload: Buffer.concat([Buffer.from(field + head), data, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  });
  return { status: answer.statusCode, ...(answer.json() as { code: number; data: { logo: string } }) };
}

const wide = () =>
  sharp({ create: { width: 900, height: 100, channels: 4, background: '#fa0' } })
    .png()
    .toBuffer();

describe('v2/brand/logo', () => {
  it('shows the picture in the brand, made anew and small, until it is taken away', async () => {
    const { code, data } = await send('administrator', '4', await wide());
    expect(code).toBe(200);
    const active = await office.app.anonymous.send(common.brand.path, {}, { app: '4' });
    expect(active.envelope.data).toMatchObject({ logo: data.logo });
    const served = await office.app.http.inject({ method: 'GET', url: data.logo });
    expect(await sharp(served.rawPayload).metadata()).toMatchObject({
      format: 'webp',
      width: 480,
      height: 53,
    });

    const admin = await office.as('administrator');
    await admin.call(brand.logoDelete, { id: 4 });
    expect((await admin.call(brand.list)).list[4]).toMatchObject({ logo: '/logo.svg', hasLogo: false });
  });

  it('refuses what is no picture, drawings that can run, brands that do not exist, and everybody else', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    expect((await send('administrator', '4', svg)).code).toBe(281);
    expect((await send('administrator', '99', await wide())).code).toBe(400);
    expect((await send('support', '4', await wide())).status).toBe(403);
    const admin = await office.as('administrator');
    expect((await admin.send(brand.logo.path, { id: 4, file: 'text' })).envelope.code).toBe(400);
  });
});
