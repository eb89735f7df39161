import { pv } from '@helioport/contract/pv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeSite, makeUser } from '../../../seed/make.ts';
import { seedMenus } from '../../../seed/menus.ts';
import { type Caller, startTestApp, type TestApp } from '../../../test/harness.ts';
import { inTransaction } from '../../platform/db.ts';
import type { Place } from '../../platform/weather.ts';

let app: TestApp;
let owner: Caller;
let asked: Place[] = [];
let [berlin, miami, nowhere, foreign] = ['', '', '', ''];

beforeAll(async () => {
  const day = { day: '2026-06-21', meanC: 20, maxC: 25.04, minC: 15, icon: 'showers-day' as const };
  app = await startTestApp({
    weather: {
      sevenDays: async (place) => {
        asked.push(place);
        return [day];
      },
    },
  });
  await inTransaction(app.database.db, 'write', async (tx) => {
    await seedMenus(tx);
    const { id: ownerId, email } = await makeUser(tx, { email: 'owner@make.test' });
    berlin = (await makeSite(tx, { ownerId })).sid;
    const florida = { timezone: 'America/New_York', latitude: 25.76, longitude: -80.19 };
    miami = (await makeSite(tx, { ownerId, ...florida, temperatureUnit: 'Fahrenheit' })).sid;
    nowhere = (await makeSite(tx, { ownerId, latitude: null, longitude: null })).sid;
    foreign = (await makeSite(tx)).sid;
    return email;
  });
  owner = await app.as('owner@make.test');
});
afterAll(() => app.close());

describe('v1/pv/weather7Day', () => {
  it('gives the days of the place, named in the language of the caller', async () => {
    asked = [];
    const { envelope } = await owner.send('v2/site/weather7Day', { sid: berlin }, { lan: '1' });
    expect(envelope.data).toEqual({
      days: 1,
      temperatureUnit: 'Celsius',
      list: [
        {
          datetime: '2026-06-21',
          temp: 20,
          tempMax: 25,
          tempMin: 15,
          icon: 'showers-day',
          week: 'Sonntag',
          conditions: expect.any(String),
        },
      ],
    });
    expect(asked).toEqual([{ latitude: 52.52, longitude: 13.41, timeZone: 'Europe/Berlin' }]);
  });

  it('speaks Fahrenheit where the plant does', async () => {
    const answer = await owner.call(pv.weather7Day, { sid: miami });
    expect(answer).toMatchObject({ temperatureUnit: 'Fahrenheit', list: [{ temp: 68, tempMin: 59 }] });
  });

  it('has no weather for a plant without coordinates', async () => {
    expect((await owner.call(pv.weather7Day, { sid: nowhere })).list).toEqual([]);
  });

  it('refuses a plant of others like one that does not exist', async () => {
    const [other, unknown] = await Promise.all(
      [foreign, 'DE_20260101_none'].map((sid) => owner.send(pv.weather7Day.path, { sid })),
    );
    expect(other).toEqual(unknown);
    expect(other).toMatchObject({ status: 200, envelope: { code: 4040, data: null } });
  });
});
