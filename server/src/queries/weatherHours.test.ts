import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { battery } from '@helioport/contract/battery';
import { bdnz } from '@helioport/contract/bdnz';
import { device } from '@helioport/contract/device';
import { site } from '@helioport/contract/site';
import { HOUR_MS } from '@helioport/domain/duration';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../seed/make.ts';
import { seedMenus } from '../../seed/menus.ts';
import { type Caller, startTestApp, type TestApp } from '../../test/harness.ts';
import { inTransaction } from '../platform/db.ts';
import { openMeteo } from '../platform/weather.ts';

const NOW = Date.UTC(2026, 5, 21, 12);
// Two days of UTC, each hour a degree more; nothing after them.
const start = Date.UTC(2026, 5, 20);
const all = Array.from({ length: 48 }, (_, i) => i);

let requests: string[] = [];
const source = http.createServer((request, response) => {
  requests.push(request.url ?? '');
  const hourly = {
    time: all.map((i) => (start + i * HOUR_MS) / 1000),
    temperature_2m: all,
    cloud_cover: all.map((i) => 100 - i),
  };
  response.end(JSON.stringify({ hourly }));
});

let app: TestApp;
let owner: Caller;
let [berlin, howe, nowhere, inverter, composite, storage] = ['', '', '', '', '', ''];

beforeAll(async () => {
  await new Promise<void>((done) => source.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(source.address() as AddressInfo).port}`;
  app = await startTestApp({ now: NOW, weather: openMeteo({ clock: () => NOW, url }) });
  await inTransaction(app.database.db, 'write', async (tx) => {
    await seedMenus(tx);
    const { id: ownerId } = await makeUser(tx, { email: 'owner@make.test' });
    const plant = await makeSite(tx, { ownerId });
    berlin = plant.sid;
    inverter = (await makeDevice(tx, plant.id)).sn;
    composite = (await makeDevice(tx, plant.id, { kind: 'allInOne' })).sn;
    storage = (await makeDevice(tx, plant.id, { kind: 'battery' })).sn;
    // Offset by half an hour from the hours of the source.
    howe = (await makeSite(tx, { ownerId, timezone: 'Australia/Lord_Howe' })).sid;
    nowhere = (await makeSite(tx, { ownerId, latitude: null, longitude: null })).sid;
  });
  owner = await app.as('owner@make.test');
});
afterAll(async () => {
  await app.close();
  source.closeAllConnections();
  source.close();
});
beforeEach(() => {
  requests = [];
});

const day = { date: '2026-06-21', weatherHours: true };

it('gives air and clouds at every label of a day of a plant, between the hours on a straight line', async () => {
  const { weatherSeries, xAxisData } = await owner.call(site.statisticsEcharts, {
    sid: berlin,
    types: 11,
    ...day,
  });
  const [air, clouds] = weatherSeries ?? [];
  // Midnight in Berlin is 22:00 UTC of the day before.
  expect(air).toMatchObject({ key: 'airTemperature', name: 'Temperature', unit: '°C' });
  expect(air?.data.slice(0, 5)).toEqual([22, 22.3, 22.5, 22.8, 23]);
  expect(clouds).toMatchObject({ key: 'cloudCover', unit: '%' });
  expect(clouds?.data.slice(0, 2)).toEqual([78, 77.8]);
  expect(air?.data).toHaveLength(xAxisData.length);
  const hours = await owner.call(site.statisticsEcharts, { sid: berlin, types: 2, ...day });
  expect(hours.weatherSeries?.[0]?.data).toEqual(all.slice(22, 46));
});

it('knows the middle of an hour, and leaves a gap where the source ends', async () => {
  const { weatherSeries } = await owner.call(site.statisticsEcharts, { sid: howe, types: 2, ...day });
  // 13:30 UTC of the day before.
  expect(weatherSeries?.[0]?.data.slice(0, 2)).toEqual([13.5, 14.5]);
  const tomorrow = { ...day, date: '2026-06-22' };
  const later = await owner.call(site.statisticsEcharts, { sid: howe, types: 2, ...tomorrow });
  expect(later.weatherSeries?.[0]?.data.slice(8, 12)).toEqual([45.5, 46.5, null, null]);
});

it.each([1, 2, 11])('gives them in the chart %i of a device', async (types) => {
  const { weatherSeries, xAxisData } = await owner.call(device.statisticsEcharts, {
    sn: inverter,
    types,
    ...day,
  });
  expect(weatherSeries?.map(({ data }) => [data[0], data.length])).toEqual([
    [22, xAxisData.length],
    [78, xAxisData.length],
  ]);
});

it('gives them in the charts of machines', async () => {
  const first = (await owner.call(bdnz.threeEcharts, { sn: composite, types: 11, ...day })).weatherSeries;
  const second = (await owner.call(battery.hxEcharts, { sn: storage, types: 11, ...day })).weatherSeries;
  expect([first, second].map((series) => series?.[0]?.data[0])).toEqual([22, 22]);
});

it('gives none, and asks nobody, unless it is wanted and can be had', async () => {
  const none = async (input: { sid: string; types: number; date?: string; weatherHours?: boolean }) =>
    expect((await owner.call(site.statisticsEcharts, input)).weatherSeries).toBeNull();
  await none({ sid: berlin, types: 11, date: '2026-06-21', weatherHours: false });
  await none({ sid: berlin, types: 11, date: '2026-03-01', weatherHours: true });
  await none({ sid: berlin, types: 5, date: '2026-06-21', weatherHours: true });
  await none({ sid: nowhere, types: 11, ...day });
  expect(requests).toEqual([]);
});
