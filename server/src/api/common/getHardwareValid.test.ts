import { common } from '@helioport/contract/common';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDevice, makeSite } from '../../../seed/make.ts';
import { type Office, startOffice } from '../../../test/office.ts';
import { inTransaction } from '../../platform/db.ts';

let office: Office;
let [free, taken] = ['', ''];
beforeAll(async () => {
  office = await startOffice();
  await inTransaction(office.app.database.db, 'write', async (tx) => {
    free = (await makeDevice(tx, null)).serial;
    taken = (await makeDevice(tx, (await makeSite(tx)).id)).serial;
  });
});
afterAll(() => office.close());

describe('v2/common/getHardwareValid', () => {
  it('tells whether a serial can be entered, and why not', async () => {
    const owner = await office.as('endUser');
    const check = (sn: unknown) => owner.send(common.getHardwareValid.path, { sn });
    const answers = await Promise.all([free.toLowerCase(), taken, 'E0FFFFFF', '1234', undefined].map(check));
    expect(answers.map(({ envelope }) => envelope.data)).toMatchObject([
      { sn: free, valid: true, result: 'valid' },
      { sn: taken, valid: false, result: 'taken' },
      { valid: true, result: 'unknown' },
      { valid: false, result: 'format', msg: 'Failed verification, please check and try again!' },
      { valid: false, result: 'format' },
    ]);
  });

  it('says that a device is taken to everybody, and nothing else of it', async () => {
    const [admin, owner] = [await office.as('administrator'), await office.as('endUser')];
    const answer = await owner.call(common.getHardwareValid, { sn: taken });
    expect(answer).toEqual(await admin.call(common.getHardwareValid, { sn: taken }));
    expect(Object.keys(answer).sort()).toEqual(['msg', 'result', 'sn', 'valid']);
  });

  it('takes zeros for no serial number', async () => {
    const owner = await office.as('endUser');
    for (const length of [1, 4, 8, 12, 16])
      expect(await owner.call(common.getHardwareValid, { sn: '0'.repeat(length) })).toMatchObject({
        valid: false,
        result: 'format',
      });
  });

  it('is answered to people who are signed in', async () => {
    expect((await office.app.anonymous.send(common.getHardwareValid.path, { sn: free })).status).toBe(401);
  });
});
