import { product } from '@helioport/contract/product';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDevice, makeSite } from '../../../seed/make.ts';
import { type Office, startOffice } from '../../../test/office.ts';
import { inTransaction } from '../../platform/db.ts';

let office: Office;
let [mine, foreign] = ['', ''];
beforeAll(async () => {
  office = await startOffice({ env: { BDM_SECRET: 'a secret of sixteen' } });
  await inTransaction(office.app.database.db, 'write', async (tx) => {
    mine = (await makeDevice(tx, (await makeSite(tx, { companyId: office.companies.installer })).id)).sn;
    foreign = (await makeDevice(tx, (await makeSite(tx)).id)).sn;
  });
});
afterAll(() => office.close());

describe('v2/product/bdmPassword', () => {
  it('gives eight digits that follow from secret and serial alone, and writes down who asked', async () => {
    const admin = await office.as('administrator');
    const of = async (sn: string) => (await admin.call(product.bdmPassword, { sn })).password;
    // HMAC-SHA256 by another implementation: printf E0BDBDBD | openssl dgst -sha256 -hmac 'a secret of sixteen'
    expect(await of('e0bdbdbd')).toBe('22485750');
    expect(await of('E0BDBDBD')).toBe(await of('nep.E0BDBDBD'));
    expect(await of('E0BDBDBE')).not.toBe(await of('E0BDBDBD'));
    expect(await office.lastAudit()).toMatchObject({ action: 'product.bdmPassword', subject: 'E0BDBDBD' });
    const { rows } = await sql`select 1 from audit where detail::text ~ '[0-9]{8}'`.execute(
      office.app.database.db,
    );
    expect(rows).toEqual([]);
  });

  it('is given for what one sees, and says nothing of anything else', async () => {
    const installer = await office.as('installer');
    expect((await installer.call(product.bdmPassword, { sn: mine })).password).toMatch(/^\d{8}$/);
    const codes = await Promise.all(
      [foreign, 'E0FFFFFF', '12345'].map(async (sn) => {
        const { envelope } = await installer.send(product.bdmPassword.path, { sn });
        return envelope.code;
      }),
    );
    expect(codes).toEqual([4041, 4041, 4041]);
    for (const group of ['endUser', 'support'] as const)
      expect((await (await office.as(group)).send(product.bdmPassword.path, { sn: mine })).status).toBe(403);
  });
});
