// Client of the vendor's HTTP API, as far as an import of plants needs it. Requests are paced and repeated; responses are
// bounded and validated. The address is a setting of the server, and redirects are not followed.
import { setTimeout as sleep } from 'node:timers/promises';
import { layoutPage, layoutPlace, layoutZone, PAGES_MAX, ZONES_MAX } from '@helioport/contract/layout';
import { sign } from '@helioport/contract/sign';
import { canonicalSn } from '@helioport/domain/deviceIdentity';
import { addMonths, dayRange, isDay, lastDayOf } from '@helioport/domain/periods';
import { z } from 'zod';

const TIMEOUT_MS = 20_000;
const MOST_BYTES = 4 * 1_048_576;
/** Pauses before a call is repeated. */
const PAUSES_MS = [2_000, 8_000];
const MOST_PAUSE_MS = 60_000;
/** Plants per page of the list. */
const PAGE = 50;
/** Most plants per import from an account. */
export const CLOUD_PLANTS_MAX = 500;
/** A device makes no more in a day, kWh. */
const MOST_KWH = 1e6;

/**
 * Why a call failed. `login`: the session has ended; `refused`: the service rejected the call, `detail` is its message;
 * `away`: no usable response after several attempts; `invalid`: a response that cannot be read.
 */
export type CloudFailure = 'login' | 'refused' | 'away' | 'invalid';

export class CloudError extends Error {
  override readonly name = 'CloudError';
  readonly reason: CloudFailure;
  readonly detail: string;
  constructor(reason: CloudFailure, detail: string, cause?: unknown) {
    super(`vendor cloud: ${reason}: ${detail}`, { cause });
    this.reason = reason;
    this.detail = detail;
  }
}

/** Text of a response: one line without control characters. Absent keys and other types are empty. */
export const plainText = (max: number) =>
  z
    .unknown()
    .optional()
    .transform((raw) =>
      (typeof raw === 'string' || typeof raw === 'number' ? String(raw) : '')
        .replace(/[\p{C}\s]+/gu, ' ')
        .trim()
        .slice(0, max),
    );

/** A number, also as text; other values and a missing key are null. */
const looseNumber = z
  .unknown()
  .optional()
  .transform((raw) => {
    const value =
      typeof raw === 'number' ? raw : typeof raw === 'string' && raw.trim() !== '' ? Number(raw) : Number.NaN;
    return Number.isFinite(value) ? value : null;
  });
const sid = z.string().regex(/^[A-Za-z0-9_-]{1,40}$/);
const serial = z.string().min(1).max(70).transform(canonicalSn);
const units: Readonly<Record<string, number>> = { Wh: 0.001, kWh: 1, MWh: 1e3, GWh: 1e6 };
const kwhOf = (value: number | null, unit: string): number => (value ?? 0) * (units[unit] ?? 1);

const envelope = z.object({ code: z.number(), msg: plainText(200), data: z.unknown().optional() });
const loginData = z.object({ tokenInfo: z.object({ token: z.string().min(8).max(4_000) }) });

const listedSite = z
  .object({
    sid,
    siteName: plainText(120),
    registerDate: plainText(30),
    totalPower: looseNumber,
    totalPowerUnit: plainText(8),
    sn: z
      .array(z.object({ sn: serial }))
      .max(2_000)
      .nullish(),
  })
  .transform(({ sn, totalPower, totalPowerUnit, ...site }) => ({
    ...site,
    kwh: kwhOf(totalPower, totalPowerUnit),
    serials: [...new Set((sn ?? []).map((one) => one.sn))],
  }));
const siteList = z.object({ list: z.array(listedSite).max(PAGE * 2), total: looseNumber });
export type CloudSite = z.output<typeof listedSite>;

const array = z.object({
  /** Of a Helioport server only. */
  id: z.number().int().nullish().catch(null),
  name: plainText(80),
  tilt: z.number().min(0).max(90),
  azimuth: z.number().min(0).max(360),
  powerRating: looseNumber,
});
const detail = z.object({
  siteName: plainText(120),
  countryCode: plainText(2),
  stateCode: plainText(10),
  city: plainText(120),
  street: plainText(120),
  zipCode: plainText(20),
  timezone: plainText(60),
  latitude: looseNumber,
  longitude: looseNumber,
  registerDate: plainText(30),
  commissionDate: plainText(30),
  currency: plainText(10),
  electricityPrice: looseNumber,
  temperatureUnit: plainText(20),
  pvRemark: plainText(120),
  batteryRemark: plainText(120),
  model: plainText(120),
  powerRating: looseNumber,
  /** Of a Helioport server only. */
  prices: z.unknown().optional(),
  planes: z.array(array).max(100).nullish().catch(null),
});
export type CloudDetail = z.output<typeof detail>;

const moduleList = z.object({
  list: z
    .array(
      z.object({
        sn: serial,
        model: looseNumber,
        modelName: plainText(80),
        alias: plainText(80),
        modules: z
          .array(z.object({ addr: z.number().int().min(1).max(256), ratedW: looseNumber }))
          .max(256)
          .nullish(),
      }),
    )
    .max(2_000),
});
export type CloudDevice = z.output<typeof moduleList>['list'][number];

/** Module positions: of a Helioport server only; clients of the manufacturer's cloud do not show its form. */
const layout = z.object({
  pages: z
    .array(
      layoutPage
        .pick({ id: true, position: true, moduleWidthM: true, moduleHeightM: true })
        .extend({ name: plainText(80) }),
    )
    .min(1)
    .max(PAGES_MAX),
  zones: z.array(layoutZone.extend({ name: plainText(80) })).max(ZONES_MAX),
  list: z.array(layoutPlace.omit({ id: true }).extend({ sn: z.string().max(70).transform(canonicalSn) })),
});
export type CloudLayout = z.output<typeof layout>;

const chart = z.object({
  xAxisData: z.array(z.string().max(20)).max(400),
  series: z
    .array(
      z.object({
        name: z.string().max(100),
        unit: plainText(8),
        data: z.array(looseNumber).max(400),
      }),
    )
    .max(2_000),
});

/** Energies by serial number and day, kWh; days without a value are absent. */
export type CloudDays = Map<string, Map<string, number>>;

/** A session of the vendor's API. */
export interface CloudSession {
  sites(): Promise<CloudSite[]>;
  detail(sid: string): Promise<CloudDetail>;
  devices(sid: string): Promise<CloudDevice[]>;
  /** Null where the cloud has none or does not offer it. */
  layout(sid: string): Promise<CloudLayout | null>;
  /** kWh by month with a value: `2025-03` to a number. */
  months(sid: string): Promise<Record<string, number>>;
  /** Energies of the days of a month. */
  days(sid: string, month: string): Promise<CloudDays>;
  logOut(): Promise<void>;
}

export interface VendorCloud {
  /** Logs in and returns the token of the session. */
  login(account: string, password: string): Promise<string>;
  session(token: string): CloudSession;
}

interface Options {
  /** Without a slash at the end. */
  url: string;
  callsPerSecond: number;
  /** Waits, for tests. */
  pause?: (ms: number) => Promise<unknown>;
}

/** A client of the vendor's API at an address. All sessions of one client share its pace. */
export function createVendorCloud({ url, callsPerSecond, pause = sleep }: Options): VendorCloud {
  let turn: Promise<unknown> = Promise.resolve();
  const inTurn = () => {
    const mine = turn;
    turn = mine.then(() => pause(1_000 / callsPerSecond));
    return mine;
  };

  async function once(path: string, body: string, token: string): Promise<unknown> {
    await inTurn();
    const response = await fetch(`${url}/${path}`, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        authorization: token,
        sign: sign(body),
        client: 'web',
        oem: 'NEP',
        app: '0',
        lan: '6',
      },
      body,
    });
    const { status } = response;
    if (status === 429 || status >= 500) {
      await response.body?.cancel();
      throw new Busy(`HTTP ${status}`, Number(response.headers.get('retry-after')) * 1_000);
    }
    if (status === 401) {
      await response.body?.cancel();
      throw new CloudError('login', path);
    }
    if (status !== 200) {
      await response.body?.cancel();
      throw new CloudError('invalid', `${path}: HTTP ${status}`);
    }
    return parsed(path, envelope, readJson(path, await boundedText(response, path)));
  }

  async function call<S extends z.ZodType>(
    path: string,
    input: object,
    output: S,
    token = '',
  ): Promise<z.output<S>> {
    const body = JSON.stringify(input);
    for (let attempt = 0; ; attempt++) {
      try {
        const { code, msg, data } = (await once(path, body, token)) as z.output<typeof envelope>;
        if (code === 401 || (code === 403 && token !== '')) throw new CloudError('login', path);
        if (code !== 200) throw new CloudError('refused', msg === '' ? `${path}: ${code}` : msg);
        return parsed(path, output, data);
      } catch (error) {
        if (error instanceof CloudError) throw error;
        const pauseMs = PAUSES_MS[attempt];
        if (pauseMs === undefined) throw new CloudError('away', `${path}: ${messageOf(error)}`, error);
        const requestedPauseMs = error instanceof Busy ? error.pauseMs : 0;
        await pause(Math.min(Math.max(pauseMs, requestedPauseMs), MOST_PAUSE_MS));
      }
    }
  }

  return {
    async login(account, password) {
      return (await call('v2/sign-in', { account, password }, loginData)).tokenInfo.token;
    },
    session: (token) => ({
      async sites() {
        const found = new Map<string, CloudSite>();
        for (let num = 0; num * PAGE < CLOUD_PLANTS_MAX; num++) {
          const input = { page: { size: PAGE, num }, filters: {}, sort: [] };
          const { list, total } = await call('v2/site/listWithSN', input, siteList, token);
          for (const site of list) found.set(site.sid, site);
          if (list.length < PAGE || found.size >= (total ?? Number.POSITIVE_INFINITY)) break;
        }
        return [...found.values()].slice(0, CLOUD_PLANTS_MAX);
      },
      detail: (of) => call('v2/site/detail', { sid: of }, detail, token),
      devices: async (of) => (await call('v2/site/modules', { sid: of, page: 0 }, moduleList, token)).list,
      layout: async (of) => {
        try {
          return await call('v2/device/modules', { sid: of, page: 0 }, layout, token);
        } catch (error) {
          // A plant is complete without positions. A cloud that is away is noticed by the calls that follow.
          if (error instanceof CloudError && error.reason !== 'login') return null;
          throw error;
        }
      },
      async months(of) {
        const { xAxisData, series } = await call(
          'v2/site/statistics/echarts',
          { types: 6, sid: of },
          chart,
          token,
        );
        return monthsOf(xAxisData, series);
      },
      async days(of, month) {
        // The service omits the last day of a range, so it reaches into the next month.
        const rangeDate = `${month}-01~${addMonths(month, 1)}-01`;
        const input = { types: 3, rangeDate, sid: of };
        const { xAxisData, series } = await call('v2/site/statistics/echarts', input, chart, token);
        return daysOf(month, xAxisData, series);
      },
      logOut: async () => void (await call('v2/account/loginOut', {}, z.unknown(), token)),
    }),
  };
}

/** The service is overloaded. */
class Busy extends Error {
  readonly pauseMs: number;
  constructor(message: string, pauseMs: number) {
    super(message);
    this.pauseMs = Number.isFinite(pauseMs) ? pauseMs : 0;
  }
}

const messageOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return 'no response in time';
  const { cause } = error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return (code || error.message).slice(0, 200);
};

async function boundedText(response: Response, path: string): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  // Leaving the loop cancels the rest.
  for await (const piece of response.body ?? []) {
    bytes += piece.length;
    if (bytes > MOST_BYTES) throw new CloudError('invalid', `${path}: response is larger than 4 MB`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

function readJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new CloudError('invalid', `${path}: response is not JSON`);
  }
}

function parsed<S extends z.ZodType>(path: string, schema: S, raw: unknown): z.output<S> {
  const result = schema.safeParse(raw);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const field = (issue?.path.join('.') ?? '').slice(0, 80);
  throw new CloudError('invalid', `${path}: ${field === '' ? 'data' : field} cannot be read`);
}

type Series = z.output<typeof chart>['series'];

function monthsOf(labels: readonly string[], series: Series): Record<string, number> {
  const months: Record<string, number> = {};
  for (const { name, unit, data } of series) {
    if (!/^(19|20)\d\d$/.test(name)) continue;
    labels.forEach((label, i) => {
      const value = data[i] ?? null;
      if (/^(0[1-9]|1[0-2])$/.test(label) && value !== null && value >= 0)
        months[`${name}-${label}`] = kwhOf(value, unit);
    });
  }
  return months;
}

/** Labels are `DD/MM` or `DD/MM/YYYY`: within five weeks both name one day. */
function daysOf(month: string, labels: readonly string[], series: Series): CloudDays {
  const days = labels.map((label) => {
    const [, day, of] = /^(\d\d)\/(\d\d)(?:\/\d{4})?$/.exec(label) ?? [];
    const named = `${month}-${day}`;
    return of === month.slice(5) && isDay(named) ? named : null;
  });
  const all = new Set(dayRange(`${month}-01`, lastDayOf(month)));
  const found: CloudDays = new Map();
  for (const { name, unit, data } of series) {
    const sn = canonicalSn(name);
    const own = found.get(sn) ?? new Map<string, number>();
    found.set(sn, own);
    days.forEach((day, i) => {
      const value = data[i] ?? null;
      if (day === null || !all.has(day) || value === null) return;
      const kwh = kwhOf(value, unit);
      if (kwh < 0 || kwh > MOST_KWH)
        throw new CloudError('invalid', `v2/site/statistics/echarts: energy of ${day} out of range`);
      own.set(day, kwh);
    });
  }
  return found;
}
