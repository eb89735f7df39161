import { common } from '@helioport/contract/common';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '../../../test/harness.ts';
import { type Office, startOffice } from '../../../test/office.ts';

let office: Office;
let owner: Caller;
beforeAll(async () => {
  office = await startOffice();
  owner = await office.as('endUser');
});
afterAll(() => office.close());

describe('v1/common/addressInfo', () => {
  it('tells country, clocks and money of a point', async () => {
    expect(await owner.call(common.addressInfo, { latitude: '52.52', longitude: 13.41 })).toEqual({
      countryCode: 'DE',
      countryName: 'Germany',
      isCountryCertain: true,
      stateCode: '',
      stateName: '',
      timezone: 'Europe/Berlin',
      offset: 'UTC+02:00',
      isTimezoneCertain: true,
      currency: 'EUR',
    });
  });

  it('names a state only where it is certain', async () => {
    const perth = await owner.call(common.addressInfo, { latitude: -31.8, longitude: 116.4 });
    expect(perth).toMatchObject({ stateCode: 'AU-WA', stateName: 'Western Australia', currency: 'AUD' });
    const onTheCoast = await owner.call(common.addressInfo, { latitude: -31.95, longitude: 115.75 });
    expect(onTheCoast).toMatchObject({ countryCode: 'AU', isCountryCertain: false, stateCode: '' });
  });

  it('says nothing of the sea but its clocks', async () => {
    const sea = await owner.call(common.addressInfo, { latitude: 0, longitude: -30 });
    expect(sea).toMatchObject({ countryCode: '', countryName: '', currency: '' });
  });

  it('refuses what is no point of the earth', async () => {
    for (const body of [
      {},
      { latitude: 91, longitude: 0 },
      { latitude: '', longitude: 'x' },
      { latitude: null },
    ]) {
      expect((await owner.send(common.addressInfo.path, body)).envelope.code).toBe(400);
    }
  });
});
