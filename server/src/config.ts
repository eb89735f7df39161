// The only reader of the environment.
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { z } from 'zod';
import { defaults, type Part, partNames, partsOf, schema } from './configVariables.ts';
import type { UpstreamTarget } from './platform/upstream.ts';
import { listOfNetworks, type PrivateHooks } from './platform/webhook.ts';

export interface Config {
  port: number;
  host: string;
  devicePort: number | undefined;
  mqttPort: number | undefined;
  needsSecondPerson: boolean;
  /** A broker elsewhere, with user name and password. */
  mqttUrl: string | undefined;
  /** Where devices find the broker; '' where there is none. */
  brokerUrl: string;
  dataDir: string;
  /** Undefined: `bin` in `dataDir`. */
  programDir: string | undefined;
  databaseUrl: string | undefined;
  /** A copy that reads may go to. */
  copy: { url: string; behindMs: number } | undefined;
  parts: ReadonlySet<Part>;
  databaseConnections: number;
  /** Delay between the stop signal and closing the ports. */
  stopAfterMs: number;
  anonymousCallsPerMinute: number;
  connectionsPerNetwork: number;
  newSerialsPerHour: number;
  unclaimedSerials: number;
  demo: boolean;
  demoDays: number;
  logLevel: string;
  /** Largest firmware file, MB. */
  firmwareMb: number;
  enforcesSign: boolean;
  rawFrameDays: number;
  /** 0: never. */
  packAfterDays: number;
  /** Folder and number of daily backups; undefined: disabled. */
  backups: { into: string; keep: number } | undefined;
  allowsPrivateHooks: PrivateHooks;
  /** Proxies whose forwarded client address is trusted: networks, or the number of hops; false for none. */
  trustsProxy: false | number | string[];
  metricsToken: string | undefined;
  /** Without the token, callers on this host may read metrics: no proxy can be in front. */
  opensMetricsLocally: boolean;
  /** Undefined: the one that the database keeps. */
  bdmSecret: string | undefined;
  /** Login distinguishes an unknown account from a wrong password. */
  usesCompatCodes: boolean;
  weather: 'none' | 'open-meteo';
  /** Where the source answers, without a slash at its end; undefined: at its public address. */
  weatherUrl: string | undefined;
  /** The cloud that plants are imported from, without a slash at the end; undefined: none. */
  cloud: { url: string; callsPerSecond: number } | undefined;
  /** Server that device frames are forwarded to; undefined: none. */
  upstream: UpstreamTarget | undefined;
  /** Without a slash at the end. */
  publicUrl: string;
  /** Undefined: emails stay in the outbox. */
  smtp: { url: string; from: string } | undefined;
  opensRegistration: boolean;
  requiresVerifiedEmail: boolean;
}

/** What is wrong with the environment, one readable line per variable. */
export class ConfigError extends Error {
  readonly lines: readonly string[];

  constructor(lines: readonly string[]) {
    super(`Invalid environment variables:\n${lines.map((line) => `  - ${line}`).join('\n')}`);
    this.lines = lines;
  }
}

/** Reads and validates the environment; throws ConfigError that lists everything that is wrong. */
export function readConfig(env: Record<string, string | undefined> = process.env): Config {
  const parsed = schema.safeParse(env);
  if (!parsed.success) {
    throw new ConfigError(
      parsed.error.issues.map((issue) => {
        const name = String(issue.path[0]);
        return `${name}=${withoutPassword(env[name] ?? '')}: ${issue.message}`;
      }),
    );
  }
  const v = parsed.data;
  if (v.SMTP_URL && !v.MAIL_FROM) throw new ConfigError(['MAIL_FROM: required with SMTP_URL']);
  const host = v.HOST ?? defaults.HOST;
  return {
    port: v.PORT ?? defaults.PORT,
    host,
    devicePort: v.DEVICE_PORT,
    mqttUrl: v.MQTT_URL,
    mqttPort:
      v.MQTT_URL || (v.MQTT ?? defaults.MQTT) === 'off' ? undefined : (v.MQTT_PORT ?? defaults.MQTT_PORT),
    brokerUrl: brokerUrlOf(v, host),
    needsSecondPerson: (v.SECOND_PERSON ?? defaults.SECOND_PERSON) === 'on',
    dataDir: path.resolve(v.DATA_DIR ?? defaults.DATA_DIR),
    programDir: v.PROGRAM_DIR ? path.resolve(v.PROGRAM_DIR) : undefined,
    databaseUrl: v.DATABASE_URL,
    copy: v.READ_DATABASE_URL
      ? { url: v.READ_DATABASE_URL, behindMs: v.READ_BEHIND_MS ?? defaults.READ_BEHIND_MS }
      : undefined,
    parts: new Set(v.PARTS ?? partNames),
    databaseConnections: v.DATABASE_CONNECTIONS ?? defaults.DATABASE_CONNECTIONS,
    stopAfterMs: (v.STOP_AFTER_S ?? defaults.STOP_AFTER_S) * 1000,
    anonymousCallsPerMinute: v.STRANGER_CALLS_PER_MINUTE ?? defaults.STRANGER_CALLS_PER_MINUTE,
    connectionsPerNetwork: v.CONNECTIONS_PER_NETWORK ?? defaults.CONNECTIONS_PER_NETWORK,
    newSerialsPerHour: v.NEW_SERIALS_PER_HOUR ?? defaults.NEW_SERIALS_PER_HOUR,
    unclaimedSerials: v.UNCLAIMED_SERIALS ?? defaults.UNCLAIMED_SERIALS,
    demo: (v.DEMO ?? defaults.DEMO) === 'on',
    demoDays: v.DEMO_DAYS ?? defaults.DEMO_DAYS,
    logLevel: v.LOG_LEVEL ?? defaults.LOG_LEVEL,
    firmwareMb: v.FIRMWARE_MB ?? defaults.FIRMWARE_MB,
    enforcesSign: (v.SIGN_POLICY ?? defaults.SIGN_POLICY) === 'enforce',
    rawFrameDays: v.RAW_FRAME_DAYS ?? defaults.RAW_FRAME_DAYS,
    allowsPrivateHooks:
      (v.WEBHOOK_PRIVATE ?? defaults.WEBHOOK_PRIVATE) === 'on' ||
      (v.WEBHOOK_NETWORKS === undefined ? false : listOfNetworks(partsOf(v.WEBHOOK_NETWORKS))),
    packAfterDays: v.PACK_AFTER_DAYS ?? defaults.PACK_AFTER_DAYS,
    backups: backupsOf(v),
    trustsProxy: trustOf(v.TRUST_PROXY ?? defaults.TRUST_PROXY),
    metricsToken: v.METRICS_TOKEN,
    opensMetricsLocally:
      isLoopback(host) && trustOf(v.TRUST_PROXY ?? defaults.TRUST_PROXY) === false && !v.PUBLIC_URL,
    bdmSecret: v.BDM_SECRET,
    usesCompatCodes: (v.COMPAT_CODES ?? defaults.COMPAT_CODES) === 'on',
    weather: v.WEATHER ?? defaults.WEATHER,
    weatherUrl: v.WEATHER_URL?.replace(/\/+$/, ''),
    cloud: cloudOf(v),
    upstream: v.UPSTREAM
      ? {
          url: v.UPSTREAM.replace(/\/+$/, ''),
          nameServers: v.UPSTREAM_DNS === undefined ? [] : partsOf(v.UPSTREAM_DNS),
        }
      : undefined,
    publicUrl: v.PUBLIC_URL ?? localUrl(host, v.PORT ?? defaults.PORT),
    smtp: v.SMTP_URL && v.MAIL_FROM ? { url: v.SMTP_URL, from: v.MAIL_FROM } : undefined,
    opensRegistration: (v.OPEN_REGISTRATION ?? defaults.OPEN_REGISTRATION) === 'on',
    requiresVerifiedEmail: (v.REQUIRE_VERIFIED_EMAIL ?? defaults.REQUIRE_VERIFIED_EMAIL) === 'on',
  };
}

/**
 * The folder of the embedded database belongs to one process; with an external database, files are written only if
 * configured.
 */
function backupsOf(v: z.output<typeof schema>): Config['backups'] {
  const standard = v.DATABASE_URL ? 'off' : path.join(v.DATA_DIR ?? defaults.DATA_DIR, 'backups');
  const into = v.BACKUP_DIR ?? standard;
  return into === 'off'
    ? undefined
    : { into: path.resolve(into), keep: v.BACKUP_KEEP ?? defaults.BACKUP_KEEP };
}

function cloudOf(v: z.output<typeof schema>): Config['cloud'] {
  const url = v.CLOUD_URL ?? defaults.CLOUD_URL;
  if (url === 'off') return undefined;
  return {
    url: url.replace(/\/+$/, ''),
    callsPerSecond: v.CLOUD_CALLS_PER_SECOND ?? defaults.CLOUD_CALLS_PER_SECOND,
  };
}

const isLoopback = (host: string): boolean => /^(localhost|::1|127\.\d+\.\d+\.\d+)$/.test(host);

const trustOf = (text: string): Config['trustsProxy'] => {
  if (text === 'off') return false;
  return /^\d$/.test(text) ? Number(text) : partsOf(text);
};

/** Errors are printed and logged. */
const withoutPassword = (url: string): string => url.replace(/:[^:@/]*@/, ':***@');

/** Of the broker, under the portal's name. */
function brokerUrlOf(v: z.infer<typeof schema>, host: string): string {
  if (v.MQTT_DEVICE_URL) return v.MQTT_DEVICE_URL;
  if (v.MQTT_URL) {
    const { protocol, host: place } = new URL(v.MQTT_URL);
    return `${protocol}//${place}`;
  }
  if ((v.MQTT ?? defaults.MQTT) === 'off') return '';
  const { hostname } = new URL(v.PUBLIC_URL ?? localUrl(host, defaults.PORT));
  return `mqtt://${hostname}:${v.MQTT_PORT ?? defaults.MQTT_PORT}`;
}

/** A URL that opens on this host: a wildcard host becomes the local one. */
function localUrl(host: string, portNumber: number): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${portNumber}`;
}

/** A secret of 32 random bytes in hex. */
export const newSecret = (): string => randomBytes(32).toString('hex');
