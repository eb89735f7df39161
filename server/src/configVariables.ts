// What may be set by the environment: every variable with its form, its explanation and its default. A house test keeps
// `.env.example` equal to it; `config.ts` reads it.
import { isIP } from 'node:net';
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
export const partsOf = (text: string): string[] => text.split(',').map((part) => part.trim());
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

/** All of them, as they come. */
export const schema = z.object({
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
  MQTT_DEVICE_URL: optional(
    z.url({ protocol: /^mqtts?$/, error: 'must be an address that starts with mqtt:// or mqtts://' }),
  ).describe(
    'Where devices reach the broker, if not at MQTT_PORT of PUBLIC_URL or at the host and port of MQTT_URL, such as mqtts://broker.example:8883. Shown with the token of a device.',
  ),
  SECOND_PERSON: optional(onOff).describe(
    'off: who runs the house alone changes the protection of the grid without a second person who confirms it.',
  ),
  DATA_DIR: optional(z.string()).describe(
    'Folder of the embedded database. A process with a DATABASE_URL leaves nothing there.',
  ),
  PROGRAM_DIR: optional(z.string()).describe(
    'Folder into which the programs of the embedded database are copied; it must belong to the user of the server, be writable by that user alone and allow programs to run. Default: bin in DATA_DIR.',
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
    'Connections to the database that this process holds at most, besides up to five that listen.',
  ),
  STRANGER_CALLS_PER_MINUTE: optional(z.coerce.number().int().min(10)).describe(
    'Calls a minute that one network address may make where strangers may write, such as signing in. People behind one router share an address.',
  ),
  CONNECTIONS_PER_NETWORK: optional(z.coerce.number().int().min(16)).describe(
    'HTTP connections that one network address may hold. Not applied to a proxy that TRUST_PROXY names.',
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
    'Secret with which /metrics and the reasons of /readyz are read, as Authorization: Bearer. Without one they are open to this machine alone, and only while HOST is a loopback address and neither TRUST_PROXY nor PUBLIC_URL is set: behind a proxy every caller comes from this machine.',
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

/** What a variable is where it is not set; those that are missing here are off. */
export const defaults = {
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
  CONNECTIONS_PER_NETWORK: 256,
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
