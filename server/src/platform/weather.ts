// The weather forecast of a place, from a source outside the house. Without a source there is none, and nothing asks
// the internet.
import { z } from 'zod';
import type { Clock } from './clock.ts';

/** A day of the forecast. Temperatures in degrees Celsius. */
export interface WeatherDay {
  /** `YYYY-MM-DD` in the place's own time zone. */
  day: string;
  meanC: number;
  maxC: number;
  minC: number;
  /** A name of the icon set that clients know. */
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

export interface Weather {
  /** Seven days from today; empty where no source is set, and while the source cannot be reached. */
  sevenDays(place: Place): Promise<readonly WeatherDay[]>;
}

/** The weather of a house without a source. */
export const noWeather: Weather = { sevenDays: async () => [] };

const KEEP_MS = 3_600_000;
/** After a failure the source is left alone for this long, so that a dead one does not slow down every page. */
const PAUSE_MS = 60_000;
const MAX_PLACES = 5_000;
const MAX_ASKED_AT_ONCE = 4;

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
function read(body: unknown): WeatherDay[] {
  const { daily } = answer.parse(body);
  return daily.time.flatMap((day, i) => {
    const maxC = daily.temperature_2m_max[i];
    const minC = daily.temperature_2m_min[i];
    if (maxC == null || minC == null) return [];
    const meanC = daily.temperature_2m_mean?.[i] ?? (maxC + minC) / 2;
    return [{ day, meanC, maxC, minC, icon: iconOf(daily.weather_code[i] ?? 3) }];
  });
}

interface Options {
  clock: Clock;
  /** Where the source answers; the public one unless a test or an operator's mirror stands in. */
  url?: string;
  timeoutMs?: number;
}

/**
 * Forecasts of open-meteo.com. Each place is asked for once an hour, rounded to about a kilometre; many questions for
 * one place are one. Never throws: a source that is slow, away or strange gives an empty list.
 */
export function openMeteo({
  clock,
  url = 'https://api.open-meteo.com',
  timeoutMs = 4_000,
}: Options): Weather {
  const known = new Map<string, { until: number; days: Promise<readonly WeatherDay[]> }>();
  let pausedUntil = 0;
  let asking = 0;

  const ask = async (query: URLSearchParams): Promise<readonly WeatherDay[]> => {
    asking += 1;
    try {
      const reply = await fetch(`${url}/v1/forecast?${query.toString()}`, {
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (!reply.ok) throw new Error(`status ${reply.status}`);
      return read(await reply.json());
    } catch {
      pausedUntil = clock() + PAUSE_MS;
      return [];
    } finally {
      asking -= 1;
    }
  };

  return {
    async sevenDays({ latitude, longitude, timeZone }) {
      const query = new URLSearchParams({
        latitude: latitude.toFixed(2),
        longitude: longitude.toFixed(2),
        timezone: timeZone,
        forecast_days: '7',
        daily: 'weather_code,temperature_2m_max,temperature_2m_min,temperature_2m_mean',
      });
      const key = query.toString();
      const now = clock();
      const found = known.get(key);
      if (found && found.until > now) return found.days;
      if (now < pausedUntil || asking >= MAX_ASKED_AT_ONCE) return [];
      if (known.size >= MAX_PLACES) known.clear();
      const days = ask(query);
      known.set(key, { until: now + KEEP_MS, days });
      if ((await days).length === 0) known.delete(key);
      return days;
    },
  };
}
