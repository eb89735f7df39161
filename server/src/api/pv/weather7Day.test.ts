import { pv } from '@helioport/contract/pv';
import { dayRange } from '@helioport/domain/periods';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../seed/make.ts';
import { seedMenus } from '../../../seed/menus.ts';
import { type Caller, startTestApp, type TestApp } from '../../../test/harness.ts';
import { inTransaction } from '../../platform/db.ts';
import { noWeather, type Place } from '../../platform/weather.ts';

let app: TestApp;
let owner: Caller;
let requests: Place[] = [];
let [berlin, miami, north, nowhere, foreign] = ['', '', '', '', ''];

beforeAll(async () => {
  const day = { day: '2026-06-21', meanC: 20, maxC: 25.04, minC: 15, icon: 'showers-day' as const };
  app = await startTestApp({
    weather: {
      ...noWeather,
      source: 'open-meteo',
      sevenDays: async (place) => {
        requests.push(place);
        return [day];
      },
    },
  });
  await inTransaction(app.database.db, 'write', async (tx) => {
    await seedMenus(tx);
    const { id: ownerId, email } = await makeUser(tx, { email: 'owner@make.test' });
    const plant = await makeSite(tx, { ownerId });
    await makeDevice(tx, plant.id);
    berlin = plant.sid;
    north = (await makeSite(tx, { ownerId, latitude: 78.2, longitude: 15.6 })).sid;
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
    requests = [];
    const { envelope } = await owner.send('v2/site/weather7Day', { sid: berlin }, { lan: '1' });
    expect(envelope.data).toMatchObject({
      source: 'open-meteo',
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
    expect(requests).toEqual([{ latitude: 52.52, longitude: 13.41, timeZone: 'Europe/Berlin' }]);
  });

  it('speaks Fahrenheit where the plant does', async () => {
    const answer = await owner.call(pv.weather7Day, { sid: miami });
    expect(answer).toMatchObject({ temperatureUnit: 'Fahrenheit', list: [{ temp: 68, tempMin: 59 }] });
  });

  it('computes sun and clear sky of seven days from today on, whatever the source says', async () => {
    const { sun, clearSkyBasis } = await owner.call(pv.weather7Day, { sid: berlin });
    expect(sun.map(({ datetime }) => datetime)).toEqual(dayRange('2026-06-21', '2026-06-27'));
    expect(clearSkyBasis).toBe('usual');
    const { sunrise, sunset, clearSkyKwh } = sun[0]!;
    // Berlin on the longest day: 4:43 to 21:33 by the almanac. 4 modules of 400 W; the whole day, though half of it is over.
    expect(Math.abs(sunrise! - Date.parse('2026-06-21T04:43:00+02:00'))).toBeLessThan(120_000);
    expect(Math.abs(sunset! - Date.parse('2026-06-21T21:33:00+02:00'))).toBeLessThan(120_000);
    expect(clearSkyKwh).toBeGreaterThan(8);
    expect(clearSkyKwh).toBeLessThan(14);
    expect(sun[6]!.clearSkyKwh).not.toBe(clearSkyKwh);
  });

  it('has no rise and no set where the sun stays up, and no energy of a plant without modules', async () => {
    const { sun, clearSkyBasis } = await owner.call(pv.weather7Day, { sid: north });
    const day = { light: 'polarDay', sunrise: null, sunset: null, clearSkyKwh: null };
    expect(sun[0]).toEqual({ datetime: '2026-06-21', ...day });
    expect(clearSkyBasis).toBe('noRating');
  });

  it('has nothing for a plant without coordinates', async () => {
    const answer = await owner.call(pv.weather7Day, { sid: nowhere });
    expect(answer).toMatchObject({ list: [], sun: [], clearSkyBasis: 'noPosition' });
  });

  it('refuses a plant of others like one that does not exist', async () => {
    const [other, unknown] = await Promise.all(
      [foreign, 'DE_20260101_none'].map((sid) => owner.send(pv.weather7Day.path, { sid })),
    );
    expect(other).toEqual(unknown);
    expect(other).toMatchObject({ status: 200, envelope: { code: 4040, data: null } });
  });
});
