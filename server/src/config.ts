// The only reader of the environment. Every variable is explained here and in .env.example; a house test keeps the
// two equal.
import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import path from 'node:path';
import { z } from 'zod';

const port = z.coerce.number().int().min(0).max(65_535);
const onOff = z.enum(['on', 'off']);
const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((raw) => (raw === '' ? undefined : raw), schema.optional());

const isNetwork = (text: string): boolean => {
  const [address = '', bits, ...rest] = text.split('/');
  const most = { 4: 32, 6: 128 }[isIP(address)];
  if (most === undefined || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= most);
};
const partsOf = (text: string): string[] => text.split(',').map((part) => part.trim());
const isTrust = (text: string): boolean =>
  text === 'off' || /^[1-9]$/.test(text) || partsOf(text).every(isNetwork);
const trustRefused =
  'say whom to trust: the address of your proxy, such as 127.0.0.1 or 10.0.0.0/8, or the number of proxies in front, such as 1; whoever trusts everybody lets each caller choose his address';

/** What a process may do; see PARTS. */
export const partNames = ['api', 'ingest', 'jobs'] as const;
export type Part = (typeof partNames)[number];
const parts = z
  .string()
  .transform(partsOf)
  .pipe(z.array(z.enum(partNames, { error: `takes ${partNames.join(', ')}, with commas between` })).min(1));

const schema = z.object({
  PORT: optional(port).describe('Port of portal, API and device door. 0 takes a free one.'),
  HOST: optional(z.string()).describe(
    'Address to listen on. 0.0.0.0 lets inverters and browsers of the network in.',
  ),
  DEVICE_PORT: optional(port).describe(
    'Opens the device door on a port of its own as well; inverters know only port 80.',
  ),
  MQTT_PORT: optional(port).describe('Port of the embedded MQTT broker for meters and batteries.'),
  MQTT: optional(onOff).describe('off: no embedded broker.'),
  MQTT_URL: optional(
    z.url({ protocol: /^mqtts?$/, error: 'must be an address that starts with mqtt:// or mqtts://' }),
  ).describe(
    'A broker of your own in place of the embedded one, with user name and password, such as mqtts://portal:password@broker.example:8883. For one process with the part ingest.',
  ),
  SECOND_PERSON: optional(onOff).describe(
    'off: who runs the house alone changes the protection of the grid without a second person who confirms it.',
  ),
  DATA_DIR: optional(z.string()).describe(
    'Folder of the embedded database. A process with a DATABASE_URL leaves nothing there.',
  ),
  DATABASE_URL: optional(z.string().regex(/^postgres(ql)?:\/\//, 'must start with postgres://')).describe(
    'Your own PostgreSQL (15 or newer); then no embedded database is started.',
  ),
  READ_DATABASE_URL: optional(
    z.string().regex(/^postgres(ql)?:\/\//, 'must start with postgres://'),
  ).describe(
    'A streaming copy of the database in DATABASE_URL. Calls that only read are answered from it while it is fresh.',
  ),
  READ_BEHIND_MS: optional(z.coerce.number().int().min(100).max(60_000)).describe(
    'How far behind the copy may be, in milliseconds; beyond it the database itself is asked.',
  ),
  PARTS: optional(parts).describe(
    'What this process does, with commas between. api: portal, API and live news; ingest: the doors of devices and the broker; jobs: sums of days, mails and what runs by the clock. Several processes over one DATABASE_URL share the work and need nothing else in common.',
  ),
  STOP_AFTER_S: optional(z.coerce.number().min(0).max(300)).describe(
    'Seconds between being told to stop, when /readyz begins to say no, and closing the doors. Behind a balancer that asks /readyz, longer than it takes to notice.',
  ),
  DATABASE_CONNECTIONS: optional(z.coerce.number().int().min(6).max(1_000)).describe(
    'Connections to the database that this process holds at most, besides up to four that listen.',
  ),
  STRANGER_CALLS_PER_MINUTE: optional(z.coerce.number().int().min(10)).describe(
    'Calls a minute that one network address may make where strangers may write, such as signing in. People behind one router share an address.',
  ),
  NEW_SERIALS_PER_HOUR: optional(z.coerce.number().int().min(1)).describe(
    'Serials never heard of before that one network address may bring in an hour. Inverters behind one router share an address.',
  ),
  UNCLAIMED_SERIALS: optional(z.coerce.number().int().min(0)).describe(
    'Serials that are kept though no plant has claimed them. Beyond it new ones are answered and not kept.',
  ),
  DEMO: optional(onOff).describe(
    'off: no demo world and no simulator; a first-run page creates the administrator.',
  ),
  DEMO_DAYS: optional(z.coerce.number().int().min(1).max(400)).describe(
    'Days of history that the demo world brings along.',
  ),
  LOG_LEVEL: optional(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])).describe(
    'How much is logged.',
  ),
  FIRMWARE_MB: optional(z.coerce.number().int().min(1).max(900)).describe(
    'Size of the largest firmware file that is taken, in MB.',
  ),
  SIGN_POLICY: optional(z.enum(['count', 'enforce'])).describe(
    'enforce: refuse requests whose sign header is wrong or missing. Most third-party clients send none.',
  ),
  RAW_FRAME_DAYS: optional(z.coerce.number().int().min(1).max(3650)).describe(
    'Days that received bytes are kept.',
  ),
  WEBHOOK_PRIVATE: optional(onOff).describe(
    'on: webhooks of alarms may lead to addresses of your own network, and without TLS. off: to the internet by https only.',
  ),
  PACK_AFTER_DAYS: optional(z.coerce.number().int().min(0).max(3650)).describe(
    'Days after which reports are packed: a sixth of the room, read as before. 0: never.',
  ),
  BACKUP_DIR: optional(z.string()).describe(
    'Folder of the daily backups, and of the one before an upgrade. off: none are taken. Default: backups in DATA_DIR, and none with a DATABASE_URL.',
  ),
  BACKUP_KEEP: optional(z.coerce.number().int().min(1).max(1_000)).describe('Daily backups that are kept.'),
  TRUST_PROXY: optional(z.string().refine(isTrust, trustRefused)).describe(
    'Whose X-Forwarded-For is believed: addresses or networks of your reverse proxies with commas between, such as 127.0.0.1,10.0.0.0/8, or how many proxies stand in a row in front. off: nobody is.',
  ),
  COMPAT_CODES: optional(onOff).describe(
    'on: the sign-in answers 202 for an account that does not exist, as the live service does. off: 258, as for a wrong password, so that nobody learns who has an account.',
  ),
  METRICS_TOKEN: optional(
    z.string().regex(/^\S{16,}$/, 'must be 16 characters or more, without spaces'),
  ).describe(
    'Secret with which /metrics and the reason of /readyz are read from other machines, as Authorization: Bearer. Without one they open to this machine alone.',
  ),
  BDM_SECRET: optional(
    z.string().regex(/^\S.{14,}\S$/, 'must be 16 characters or more, without spaces at its ends'),
  ).describe(
    'Secret from which the service passwords of microinverters follow. Without one it is made once and kept in the database.',
  ),
  WEATHER: optional(z.enum(['none', 'open-meteo'])).describe(
    'Source of the 7-day forecast and of the weather beside curves. none: computed sun times only.',
  ),
  WEATHER_URL: optional(
    z.url({ protocol: /^https?$/, error: 'must be an address that starts with http:// or https://' }),
  ).describe('Where that source answers: the address of an open-meteo of your own. Default: its public one.'),
  PUBLIC_URL: optional(
    z
      .url({ protocol: /^https?$/, error: 'must start with http:// or https://' })
      .transform((url) => url.replace(/\/+$/, '')),
  ).describe('Address of the portal as people open it, for links in mails. Default: made of HOST and PORT.'),
  SMTP_URL: optional(z.string().regex(/^smtps?:\/\//, 'must start with smtp:// or smtps://')).describe(
    'Mail server, such as smtps://user:password@mail.example:465. Without one, mails stay in the outbox that administrators read.',
  ),
  MAIL_FROM: optional(z.email()).describe('Sender of mails; needed with SMTP_URL.'),
  OPEN_REGISTRATION: optional(onOff).describe('off: nobody can register himself, whatever the brand says.'),
  REQUIRE_VERIFIED_EMAIL: optional(onOff).describe(
    'off: who registered himself may sign in before he has confirmed his address.',
  ),
});

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
  databaseUrl: string | undefined;
  /** A copy that reads may go to. */
  copy: { url: string; behindMs: number } | undefined;
  parts: ReadonlySet<Part>;
  databaseConnections: number;
  /** From being told to stop until the doors close. */
  stopAfterMs: number;
  strangerCallsPerMinute: number;
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
  /** Where backups go and how many daily ones are kept; undefined: none are taken. */
  backups: { into: string; keep: number } | undefined;
  allowsPrivateHooks: boolean;
  /** Proxies whose word on the caller's address counts: networks, or how many in a row; false for none. */
  trustsProxy: false | number | string[];
  metricsToken: string | undefined;
  /** Undefined: the one that the database keeps. */
  bdmSecret: string | undefined;
  /** The sign-in tells an unknown account from a wrong password. */
  usesCompatCodes: boolean;
  weather: 'none' | 'open-meteo';
  /** Where the source answers, without a slash at its end; undefined: at its public address. */
  weatherUrl: string | undefined;
  /** Without a slash at the end. */
  publicUrl: string;
  /** Undefined: mails stay in the outbox. */
  smtp: { url: string; from: string } | undefined;
  opensRegistration: boolean;
  requiresVerifiedEmail: boolean;
}

/** What is wrong with the environment, one readable line per variable. */
export class ConfigError extends Error {
  readonly lines: readonly string[];

  constructor(lines: readonly string[]) {
    super(`The environment is not usable:\n${lines.map((line) => `  - ${line}`).join('\n')}`);
    this.lines = lines;
  }
}

/** What a variable is where it is not set; those that are missing here are off. */
const defaults = {
  PORT: 8080,
  HOST: '127.0.0.1',
  MQTT: 'on',
  MQTT_PORT: 1883,
  SECOND_PERSON: 'on',
  DATA_DIR: './data',
  PARTS: 'api,ingest,jobs',
  STOP_AFTER_S: 0,
  DATABASE_CONNECTIONS: 28,
  READ_BEHIND_MS: 2000,
  STRANGER_CALLS_PER_MINUTE: 60,
  NEW_SERIALS_PER_HOUR: 1000,
  UNCLAIMED_SERIALS: 100_000,
  DEMO: 'on',
  DEMO_DAYS: 60,
  LOG_LEVEL: 'info',
  FIRMWARE_MB: 32,
  SIGN_POLICY: 'count',
  RAW_FRAME_DAYS: 30,
  WEBHOOK_PRIVATE: 'off',
  PACK_AFTER_DAYS: 4,
  BACKUP_KEEP: 7,
  TRUST_PROXY: 'off',
  COMPAT_CODES: 'off',
  WEATHER: 'none',
  OPEN_REGISTRATION: 'on',
  REQUIRE_VERIFIED_EMAIL: 'on',
} as const satisfies Partial<Record<keyof typeof schema.shape, string | number>>;

/** Names, explanations and defaults of all variables, for `.env.example` and its house test. */
export const variables: readonly { name: string; about: string; standard: string }[] = Object.entries(
  schema.shape,
).map(([name, entry]) => ({
  name,
  about: entry.description ?? '',
  standard: String((defaults as Record<string, string | number>)[name] ?? ''),
}));

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
  if (v.SMTP_URL && !v.MAIL_FROM) throw new ConfigError(['MAIL_FROM: is needed with SMTP_URL']);
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
    databaseUrl: v.DATABASE_URL,
    copy: v.READ_DATABASE_URL
      ? { url: v.READ_DATABASE_URL, behindMs: v.READ_BEHIND_MS ?? defaults.READ_BEHIND_MS }
      : undefined,
    parts: new Set(v.PARTS ?? partNames),
    databaseConnections: v.DATABASE_CONNECTIONS ?? defaults.DATABASE_CONNECTIONS,
    stopAfterMs: (v.STOP_AFTER_S ?? defaults.STOP_AFTER_S) * 1000,
    strangerCallsPerMinute: v.STRANGER_CALLS_PER_MINUTE ?? defaults.STRANGER_CALLS_PER_MINUTE,
    newSerialsPerHour: v.NEW_SERIALS_PER_HOUR ?? defaults.NEW_SERIALS_PER_HOUR,
    unclaimedSerials: v.UNCLAIMED_SERIALS ?? defaults.UNCLAIMED_SERIALS,
    demo: (v.DEMO ?? defaults.DEMO) === 'on',
    demoDays: v.DEMO_DAYS ?? defaults.DEMO_DAYS,
    logLevel: v.LOG_LEVEL ?? defaults.LOG_LEVEL,
    firmwareMb: v.FIRMWARE_MB ?? defaults.FIRMWARE_MB,
    enforcesSign: (v.SIGN_POLICY ?? defaults.SIGN_POLICY) === 'enforce',
    rawFrameDays: v.RAW_FRAME_DAYS ?? defaults.RAW_FRAME_DAYS,
    allowsPrivateHooks: (v.WEBHOOK_PRIVATE ?? defaults.WEBHOOK_PRIVATE) === 'on',
    packAfterDays: v.PACK_AFTER_DAYS ?? defaults.PACK_AFTER_DAYS,
    backups: backupsOf(v),
    trustsProxy: trustOf(v.TRUST_PROXY ?? defaults.TRUST_PROXY),
    metricsToken: v.METRICS_TOKEN,
    bdmSecret: v.BDM_SECRET,
    usesCompatCodes: (v.COMPAT_CODES ?? defaults.COMPAT_CODES) === 'on',
    weather: v.WEATHER ?? defaults.WEATHER,
    weatherUrl: v.WEATHER_URL?.replace(/\/+$/, ''),
    publicUrl: v.PUBLIC_URL ?? localUrl(host, v.PORT ?? defaults.PORT),
    smtp: v.SMTP_URL && v.MAIL_FROM ? { url: v.SMTP_URL, from: v.MAIL_FROM } : undefined,
    opensRegistration: (v.OPEN_REGISTRATION ?? defaults.OPEN_REGISTRATION) === 'on',
    requiresVerifiedEmail: (v.REQUIRE_VERIFIED_EMAIL ?? defaults.REQUIRE_VERIFIED_EMAIL) === 'on',
  };
}

/** The folder of the embedded database is a process' own; beside a database elsewhere nothing is written unasked. */
function backupsOf(v: z.output<typeof schema>): Config['backups'] {
  const standard = v.DATABASE_URL ? 'off' : path.join(v.DATA_DIR ?? defaults.DATA_DIR, 'backups');
  const into = v.BACKUP_DIR ?? standard;
  return into === 'off'
    ? undefined
    : { into: path.resolve(into), keep: v.BACKUP_KEEP ?? defaults.BACKUP_KEEP };
}

const trustOf = (text: string): Config['trustsProxy'] => {
  if (text === 'off') return false;
  return /^\d$/.test(text) ? Number(text) : partsOf(text);
};

/** Errors are printed and kept in logs. */
const withoutPassword = (url: string): string => url.replace(/:[^:@/]*@/, ':***@');

/** Of the broker, under the portal's name. */
function brokerUrlOf(v: z.infer<typeof schema>, host: string): string {
  if (v.MQTT_URL) {
    const { protocol, host: place } = new URL(v.MQTT_URL);
    return `${protocol}//${place}`;
  }
  if ((v.MQTT ?? defaults.MQTT) === 'off') return '';
  const { hostname } = new URL(v.PUBLIC_URL ?? localUrl(host, defaults.PORT));
  return `mqtt://${hostname}:${v.MQTT_PORT ?? defaults.MQTT_PORT}`;
}

/** An address that opens on this machine: a wildcard host is every host of it. */
function localUrl(host: string, portNumber: number): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${portNumber}`;
}

/** A secret of 32 random bytes in hex. */
export const newSecret = (): string => randomBytes(32).toString('hex');
