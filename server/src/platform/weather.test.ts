import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { noWeather, openMeteo, type Weather } from './weather.ts';

const days = ['2026-06-21', '2026-06-22', '2026-06-23'];
const good = {
  daily: {
    time: days,
    weather_code: [0, 61, 95],
    temperature_2m_max: [28.4, 21, null],
    temperature_2m_min: [15.2, 13, 12],
    temperature_2m_mean: [22.1, null, 15],
  },
};

let requests: string[] = [];
let answer: (response: http.ServerResponse) => void;
const source = http.createServer((request, response) => {
  requests.push(request.url ?? '');
  answer(response);
});
let url = '';
let now = 1_000_000;
let weather: Weather;
const berlin = { latitude: 52.5201, longitude: 13.4051, timeZone: 'Europe/Berlin' };

beforeAll(async () => {
  await new Promise<void>((done) => source.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(source.address() as AddressInfo).port}`;
});
afterAll(() => {
  source.closeAllConnections();
  source.close();
});
beforeEach(() => {
  requests = [];
  answer = (response) => response.end(JSON.stringify(good));
  weather = openMeteo({ clock: () => now, url, timeoutMs: 2_000 });
});

describe('openMeteo', () => {
  it('reads the days, leaving out one without temperatures', async () => {
    expect(await weather.sevenDays(berlin)).toEqual([
      { day: '2026-06-21', meanC: 22.1, maxC: 28.4, minC: 15.2, icon: 'clear-day' },
      { day: '2026-06-22', meanC: 17, maxC: 21, minC: 13, icon: 'rain' },
    ]);
    expect(requests[0]).toContain('latitude=52.52&longitude=13.41&timezone=Europe%2FBerlin&forecast_days=7');
  });

  it('asks once an hour for a place, however many look', async () => {
    await Promise.all([weather.sevenDays(berlin), weather.sevenDays(berlin)]);
    await weather.sevenDays({ ...berlin, latitude: 52.5199 });
    expect(requests).toHaveLength(1);
    now += 3_600_001;
    await weather.sevenDays(berlin);
    expect(requests).toHaveLength(2);
  });

  it.each([
    ['fails', (response: http.ServerResponse) => response.writeHead(500).end()],
    ['is silent', () => undefined],
    ['answers something else', (response: http.ServerResponse) => response.end('<html>')],
    ['answers another shape', (response: http.ServerResponse) => response.end('{"daily":{"time":[1]}}')],
  ])('gives nothing when the source %s, and lets it rest for a minute', async (_, broken) => {
    answer = broken;
    expect(await weather.sevenDays(berlin)).toEqual([]);
    answer = (response) => response.end(JSON.stringify(good));
    expect(await weather.sevenDays(berlin)).toEqual([]);
    expect(requests).toHaveLength(1);
    now += 60_001;
    expect(await weather.sevenDays(berlin)).toHaveLength(2);
  });
});

describe('hours of openMeteo', () => {
  const noon = Date.UTC(2026, 5, 21, 12);
  const hourly = {
    time: [noon / 1000, noon / 1000 + 3600, noon / 1000 + 7200],
    temperature_2m: [24.5, 25.1, null],
    cloud_cover: [10, 35, 80],
  };
  beforeEach(() => {
    now = noon;
    answer = (response) => response.end(JSON.stringify({ hourly }));
  });

  it('reads them of whole days of UTC, leaving out one without a value, and asks once', async () => {
    const hours = [
      { at: noon, airC: 24.5, cloudPercent: 10 },
      { at: noon + 3_600_000, airC: 25.1, cloudPercent: 35 },
    ];
    const [fromMs, toMs] = [Date.UTC(2026, 5, 20, 22), Date.UTC(2026, 5, 21, 22)];
    expect(await weather.hours(berlin, fromMs, toMs)).toEqual(hours);
    expect(await weather.hours(berlin, fromMs + 60_000, toMs)).toEqual(hours);
    expect(requests).toHaveLength(1);
    expect(requests[0]).toContain(
      'timezone=GMT&timeformat=unixtime&start_date=2026-06-20&end_date=2026-06-21',
    );
  });

  it('does not ask for days that the source refuses', async () => {
    const day = 86_400_000;
    expect(await weather.hours(berlin, noon - 91 * day, noon - 90 * day)).toEqual([]);
    expect(await weather.hours(berlin, noon + 14 * day, noon + 15 * day)).toEqual([]);
    expect(requests).toEqual([]);
  });
});

it('noWeather asks nobody', async () => {
  expect(await noWeather.sevenDays(berlin)).toEqual([]);
  expect(await noWeather.hours(berlin, now, now)).toEqual([]);
});
