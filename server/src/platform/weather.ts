// Weather of a location, forecast and recent, from an external source. Without a source there is none, and no request
// leaves the server.
import { DAY_MS, HOUR_MS } from '@helioport/domain/duration';
import { z } from 'zod';
import type { Clock } from './clock.ts';

/** A day of the forecast. Temperatures in degrees Celsius. */
export interface WeatherDay {
  /** `YYYY-MM-DD` in the place's own time zone. */
  day: string;
  meanC: number;
  maxC: number;
  minC: number;
  /** Name in the icon set of the clients. */
  icon: WeatherIcon;
}

export type WeatherIcon =
  | 'clear-day'
  | 'partly-cloudy-day'
  | 'cloudy'
  | 'fog'
  | 'rain'
  | 'showers-day'
  | 'snow'
  | 'thunder-rain';

export interface Place {
  /** Degrees, north and east positive. */
  latitude: number;
  longitude: number;
  /** IANA name. */
  timeZone: string;
}

/** The weather at the beginning of an hour of UTC. */
export interface WeatherHour {
  /** ms. */
  at: number;
  airC: number;
  /** How much of the sky is covered, percent. */
  cloudPercent: number;
}

/** The hour of UTC that begins at `at` (ms), as models of the weather have it. */
export interface SunHour {
  at: number;
  /** Mean global horizontal irradiance, W/m². */
  ghiWm2: number;
  /** At its end. */
  airC: number;
  /** Ten meters above the ground, m/s; null where the source does not have it. */
  windMs: number | null;
  /** Precipitation, mm; null where the source does not have it. */
  rainMm: number | null;
}

export interface Weather {
  /** The weather service; `none`: no requests. */
  readonly source: 'none' | 'open-meteo';
  /** Seven days from today; empty where no source is set, and while the source cannot be reached. */
  sevenDays(place: Place): Promise<readonly WeatherDay[]>;
  /**
   * Known hours from `fromMs` to `toMs`, measured or forecast; empty like `sevenDays`, and for times outside the
   * source's range: 90 days back, 14 days ahead.
   */
  hours(place: Omit<Place, 'timeZone'>, fromMs: number, toMs: number): Promise<readonly WeatherHour[]>;
  /** Irradiance by hour, within the same range; fetched in blocks of days. */
  sunHours(place: Omit<Place, 'timeZone'>, fromMs: number, toMs: number): Promise<readonly SunHour[]>;
}

/** Weather of an installation without a source. */
export const noWeather: Weather = {
  source: 'none',
  sevenDays: async () => [],
  hours: async () => [],
  sunHours: async () => [],
};

const KEEP_MS = HOUR_MS;
/** Days of irradiance per request: a history is evaluated day by day. */
const BLOCK_DAYS = 30;
/** The source refuses days further away than some more than these. */
const [MOST_DAYS_BACK, MOST_DAYS_AHEAD] = [90, 14];
/** After a failure the source is left alone for this long, so that a dead one does not slow down every page. */
const PAUSE_MS = 60_000;
const MAX_PLACES = 5_000;
const MAX_CONCURRENT = 4;

const values = z.array(z.number().nullable());
const answer = z.object({
  daily: z.object({
    time: z.array(z.string().regex(/^\d{4}-\d\d-\d\d$/)),
    weather_code: values,
    temperature_2m_max: values,
    temperature_2m_min: values,
    temperature_2m_mean: values.optional(),
  }),
});

const hourlyAnswer = z.object({
  hourly: z.object({ time: z.array(z.number()), temperature_2m: values, cloud_cover: values }),
});

const sunAnswer = z.object({
  hourly: z.object({
    time: z.array(z.number()),
    shortwave_radiation: values,
    temperature_2m: values,
    wind_speed_10m: values.optional(),
    precipitation: values.optional(),
  }),
});

/** The hours of an answer that have irradiance and temperature. The source dates means and sums by the end of the hour. */
function readSunHours(body: unknown): SunHour[] {
  const { hourly } = sunAnswer.parse(body);
  return hourly.time.flatMap((seconds, i) => {
    const ghiWm2 = hourly.shortwave_radiation[i];
    const airC = hourly.temperature_2m[i];
    if (ghiWm2 == null || airC == null) return [];
    const windMs = hourly.wind_speed_10m?.[i] ?? null;
    const rainMm = hourly.precipitation?.[i] ?? null;
    return [{ at: seconds * 1000 - HOUR_MS, ghiWm2, airC, windMs, rainMm }];
  });
}

/** Weather codes of the World Meteorological Organization (table 4677) as icons. */
function iconOf(code: number): WeatherIcon {
  if (code <= 1) return 'clear-day';
  if (code === 2) return 'partly-cloudy-day';
  if (code === 3) return 'cloudy';
  if (code === 45 || code === 48) return 'fog';
  if ((code >= 71 && code <= 77) || code === 85 || code === 86) return 'snow';
  if (code >= 80 && code <= 82) return 'showers-day';
  if (code >= 95) return 'thunder-rain';
  return 'rain';
}

/** The days of an answer that have both temperatures. */
function readDays(body: unknown): WeatherDay[] {
  const { daily } = answer.parse(body);
  return daily.time.flatMap((day, i) => {
    const maxC = daily.temperature_2m_max[i];
    const minC = daily.temperature_2m_min[i];
    if (maxC == null || minC == null) return [];
    const meanC = daily.temperature_2m_mean?.[i] ?? (maxC + minC) / 2;
    return [{ day, meanC, maxC, minC, icon: iconOf(daily.weather_code[i] ?? 3) }];
  });
}

/** The hours of an answer that have both values. */
function readHours(body: unknown): WeatherHour[] {
  const { hourly } = hourlyAnswer.parse(body);
  return hourly.time.flatMap((seconds, i) => {
    const airC = hourly.temperature_2m[i];
    const cloudPercent = hourly.cloud_cover[i];
    return airC == null || cloudPercent == null ? [] : [{ at: seconds * 1000, airC, cloudPercent }];
  });
}

const dayOfUtc = (ms: number) => new Date(ms).toISOString().slice(0, 10);

interface Options {
  clock: Clock;
  /** URL of the source; the public one unless a test or an operator's mirror replaces it. */
  url?: string | undefined;
  timeoutMs?: number;
}

/** The weather of a source by its name. */
export const weatherFrom = (source: Weather['source'], options: Options): Weather =>
  source === 'none' ? noWeather : openMeteo(options);

/**
 * Weather of open-meteo.com. Each location is requested once an hour, rounded to about a kilometer; concurrent requests
 * for one location are combined. Never throws: a source that is slow, unreachable or malformed gives an empty list.
 */
export function openMeteo({
  clock,
  url = 'https://api.open-meteo.com',
  timeoutMs = 4_000,
}: Options): Weather {
  let pausedUntil = 0;
  let pending = 0;

  async function fetchWeather<T>(query: string, read: (body: unknown) => T[]): Promise<readonly T[]> {
    pending += 1;
    try {
      const reply = await fetch(`${url}/v1/forecast?${query}`, { signal: AbortSignal.timeout(timeoutMs) });
      if (!reply.ok) throw new Error(`status ${reply.status}`);
      return read(await reply.json());
    } catch {
      pausedUntil = clock() + PAUSE_MS;
      return [];
    } finally {
      pending -= 1;
    }
  }

  /** Cached responses of one kind of request. */
  function kept<T>(read: (body: unknown) => T[]) {
    const known = new Map<string, { until: number; answer: Promise<readonly T[]> }>();
    return async (
      { latitude, longitude }: Pick<Place, 'latitude' | 'longitude'>,
      rest: Record<string, string>,
    ): Promise<readonly T[]> => {
      const place = { latitude: latitude.toFixed(2), longitude: longitude.toFixed(2) };
      const query = new URLSearchParams({ ...place, ...rest }).toString();
      const now = clock();
      const found = known.get(query);
      if (found && found.until > now) return found.answer;
      if (now < pausedUntil || pending >= MAX_CONCURRENT) return [];
      if (known.size >= MAX_PLACES) known.clear();
      const answer = fetchWeather(query, read);
      known.set(query, { until: now + KEEP_MS, answer });
      if ((await answer).length === 0) known.delete(query);
      return answer;
    };
  }
  const keptDays = kept(readDays);
  const keptHours = kept(readHours);
  const keptSunHours = kept(readSunHours);

  return {
    source: 'open-meteo',
    sevenDays: (place) =>
      keptDays(place, {
        timezone: place.timeZone,
        forecast_days: '7',
        daily: 'weather_code,temperature_2m_max,temperature_2m_min,temperature_2m_mean',
      }),
    async hours(place, fromMs, toMs) {
      const now = clock();
      if (fromMs < now - MOST_DAYS_BACK * DAY_MS || toMs > now + MOST_DAYS_AHEAD * DAY_MS) return [];
      // Whole days of UTC, which have no hour twice and none missing.
      return keptHours(place, {
        timezone: 'GMT',
        timeformat: 'unixtime',
        start_date: dayOfUtc(fromMs),
        end_date: dayOfUtc(toMs),
        hourly: 'temperature_2m,cloud_cover',
      });
    },
    async sunHours(place, fromMs, toMs) {
      const now = clock();
      const oldest = now - MOST_DAYS_BACK * DAY_MS;
      if (fromMs < oldest || toMs > now + MOST_DAYS_AHEAD * DAY_MS) return [];
      const blockMs = BLOCK_DAYS * DAY_MS;
      const first = Math.max(oldest, Math.floor(fromMs / blockMs) * blockMs);
      const last = Math.min(now + DAY_MS, Math.max(toMs + DAY_MS, Math.ceil(toMs / blockMs) * blockMs));
      const hours = await keptSunHours(place, {
        timezone: 'GMT',
        timeformat: 'unixtime',
        wind_speed_unit: 'ms',
        start_date: dayOfUtc(first),
        end_date: dayOfUtc(last),
        hourly: 'shortwave_radiation,temperature_2m,wind_speed_10m,precipitation',
      });
      return hours.filter(({ at }) => at + HOUR_MS > fromMs && at < toMs);
    },
  };
}
