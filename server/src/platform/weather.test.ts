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

let asked: string[] = [];
let answer: (response: http.ServerResponse) => void;
const source = http.createServer((request, response) => {
  asked.push(request.url ?? '');
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
  asked = [];
  answer = (response) => response.end(JSON.stringify(good));
  weather = openMeteo({ clock: () => now, url, timeoutMs: 200 });
});

describe('openMeteo', () => {
  it('reads the days, leaving out one without temperatures', async () => {
    expect(await weather.sevenDays(berlin)).toEqual([
      { day: '2026-06-21', meanC: 22.1, maxC: 28.4, minC: 15.2, icon: 'clear-day' },
      { day: '2026-06-22', meanC: 17, maxC: 21, minC: 13, icon: 'rain' },
    ]);
    expect(asked[0]).toContain('latitude=52.52&longitude=13.41&timezone=Europe%2FBerlin&forecast_days=7');
  });

  it('asks once an hour for a place, however many look', async () => {
    await Promise.all([weather.sevenDays(berlin), weather.sevenDays(berlin)]);
    await weather.sevenDays({ ...berlin, latitude: 52.5199 });
    expect(asked).toHaveLength(1);
    now += 3_600_001;
    await weather.sevenDays(berlin);
    expect(asked).toHaveLength(2);
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
    expect(asked).toHaveLength(1);
    now += 60_001;
    expect(await weather.sevenDays(berlin)).toHaveLength(2);
  });
});

it('noWeather asks nobody', async () => {
  expect(await noWeather.sevenDays(berlin)).toEqual([]);
});
