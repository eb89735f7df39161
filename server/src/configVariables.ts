// Environment variables: each with its format, description and default. An architecture test keeps `.env.example` equal
// to it; `config.ts` reads it.
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
  'must be the address of your proxy, such as 127.0.0.1 or 10.0.0.0/8, or the number of proxies in front, such as 1. Trusting every address would let callers forge theirs';

const networkRefused = 'must be addresses or networks separated by commas, such as 192.168.1.10,10.20.0.0/16';

/** What a process may do; see PARTS. */
export const partNames = ['api', 'ingest', 'jobs'] as const;
export type Part = (typeof partNames)[number];
const parts = z
  .string()
  .transform(partsOf)
  .pipe(z.array(z.enum(partNames, { error: `must be ${partNames.join(', ')}, separated by commas` })).min(1));

/** All of them, as they come. */
export const schema = z.object({
  PORT: optional(port).describe('Port of the portal, API and device endpoint. 0 selects a free port.'),
  HOST: optional(z.string()).describe(
    'Address to listen on. 0.0.0.0 makes the portal reachable for inverters and browsers in the network.',
  ),
  DEVICE_PORT: optional(port).describe(
    'Additional port for the device endpoint. Inverters only use port 80.',
  ),
  MQTT_PORT: optional(port).describe('Port of the embedded MQTT broker for meters and batteries.'),
  MQTT: optional(onOff).describe('off: disables the embedded broker.'),
  MQTT_URL: optional(
    z.url({ protocol: /^mqtts?$/, error: 'must be an address that starts with mqtt:// or mqtts://' }),
  ).describe(
    'External broker instead of the embedded one, with username and password, such as mqtts://portal:password@broker.example:8883. For one process with the part ingest.',
  ),
  MQTT_DEVICE_URL: optional(
    z.url({ protocol: /^mqtts?$/, error: 'must be an address that starts with mqtt:// or mqtts://' }),
  ).describe(
    'Broker address for devices, if it differs from MQTT_PORT of PUBLIC_URL or from the host and port of MQTT_URL, such as mqtts://broker.example:8883. Shown with the token of a device.',
  ),
  SECOND_PERSON: optional(onOff).describe(
    'off: changes to grid protection do not need a second approval. For installations with a single administrator.',
  ),
  DATA_DIR: optional(z.string()).describe('Folder of the embedded database. Not used with a DATABASE_URL.'),
  PROGRAM_DIR: optional(z.string()).describe(
    'Folder for the programs of the embedded database. It must belong to the user of the server, be writable by that user only and allow execution. Default: bin in DATA_DIR.',
  ),
  DATABASE_URL: optional(z.string().regex(/^postgres(ql)?:\/\//, 'must start with postgres://')).describe(
    'External PostgreSQL (15 or newer) instead of the embedded database.',
  ),
  READ_DATABASE_URL: optional(
    z.string().regex(/^postgres(ql)?:\/\//, 'must start with postgres://'),
  ).describe(
    'Streaming replica of the database in DATABASE_URL. Read-only calls use it while it is up to date.',
  ),
  READ_BEHIND_MS: optional(z.coerce.number().int().min(100).max(60_000)).describe(
    'Maximum replication lag in milliseconds. Beyond it, read-only calls use the primary database.',
  ),
  PARTS: optional(parts).describe(
    'Tasks of this process, separated by commas. api: portal, API and live updates; ingest: device endpoints and broker; jobs: daily totals, emails and scheduled tasks. Processes with the same DATABASE_URL share the work and need nothing else in common.',
  ),
  STOP_AFTER_S: optional(z.coerce.number().min(0).max(300)).describe(
    'Seconds between the stop signal, after which /readyz fails, and closing the ports. Behind a load balancer that checks /readyz, longer than its check interval.',
  ),
  DATABASE_CONNECTIONS: optional(z.coerce.number().int().min(6).max(1_000)).describe(
    'Maximum database connections of this process, plus up to five for notifications.',
  ),
  STRANGER_CALLS_PER_MINUTE: optional(z.coerce.number().int().min(10)).describe(
    'Calls per minute from one network address to public write endpoints, such as login. Users behind one router share an address.',
  ),
  CONNECTIONS_PER_NETWORK: optional(z.coerce.number().int().min(16)).describe(
    'Maximum HTTP connections from one network address. Does not apply to proxies in TRUST_PROXY.',
  ),
  NEW_SERIALS_PER_HOUR: optional(z.coerce.number().int().min(1)).describe(
    'New serial numbers per hour from one network address. Inverters behind one router share an address.',
  ),
  UNCLAIMED_SERIALS: optional(z.coerce.number().int().min(0)).describe(
    'Maximum number of serial numbers stored without a plant. Beyond it, new ones receive a response but are not stored.',
  ),
  DEMO: optional(onOff).describe(
    'off: no demo data and no simulator; a setup page creates the administrator.',
  ),
  DEMO_DAYS: optional(z.coerce.number().int().min(1).max(400)).describe('Days of history in the demo data.'),
  LOG_LEVEL: optional(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])).describe(
    'Log level.',
  ),
  FIRMWARE_MB: optional(z.coerce.number().int().min(1).max(900)).describe(
    'Maximum size of a firmware file in MB.',
  ),
  SIGN_POLICY: optional(z.enum(['count', 'enforce'])).describe(
    'enforce: rejects requests with an invalid or missing sign header. Most third-party clients do not send one.',
  ),
  RAW_FRAME_DAYS: optional(z.coerce.number().int().min(1).max(3650)).describe(
    'Retention period of raw frames in days.',
  ),
  WEBHOOK_PRIVATE: optional(onOff).describe(
    'on: webhooks can use addresses in your network, and http. off: only public https addresses.',
  ),
  WEBHOOK_NETWORKS: optional(
    z.string().refine((text) => partsOf(text).every(isNetwork), networkRefused),
  ).describe(
    'Networks of yours that webhooks can use, also by http, and whose responses the delivery log shows, such as 192.168.1.10,10.20.0.0/16. Safer than WEBHOOK_PRIVATE=on. Default: none.',
  ),
  PACK_AFTER_DAYS: optional(z.coerce.number().int().min(0).max(3650)).describe(
    'Days after which readings are compressed to about one twentieth of their size. 0: never.',
  ),
  BACKUP_DIR: optional(z.string()).describe(
    'Folder for daily backups and backups before an upgrade. off: no backups. Default: backups in DATA_DIR; off with a DATABASE_URL.',
  ),
  BACKUP_KEEP: optional(z.coerce.number().int().min(1).max(1_000)).describe(
    'Number of daily backups to keep.',
  ),
  TRUST_PROXY: optional(z.string().refine(isTrust, trustRefused)).describe(
    'Trusted sources of X-Forwarded-For: addresses or networks of your reverse proxies, separated by commas, such as 127.0.0.1,10.0.0.0/8, or the number of proxies in front. off: none.',
  ),
  COMPAT_CODES: optional(onOff).describe(
    'on: login returns 202 for an unknown account, like the original service. off: 258, like for an incorrect password, which does not reveal existing accounts.',
  ),
  METRICS_TOKEN: optional(
    z.string().regex(/^\S{16,}$/, 'must be 16 characters or more, without spaces'),
  ).describe(
    'Bearer token for /metrics and the details of /readyz. Without one, they are available only from this host, and only while HOST is a loopback address and neither TRUST_PROXY nor PUBLIC_URL is set, because all calls through a proxy come from this host.',
  ),
  BDM_SECRET: optional(
    z.string().regex(/^\S.{14,}\S$/, 'must be 16 characters or more, without spaces at its ends'),
  ).describe(
    'Secret from which the service passwords of microinverters are derived. If not set, one is generated and stored in the database.',
  ),
  WEATHER: optional(z.enum(['none', 'open-meteo'])).describe(
    'Source of the 7-day forecast and of the weather next to curves. none: only calculated sun times.',
  ),
  WEATHER_URL: optional(
    z.url({ protocol: /^https?$/, error: 'must be an address that starts with http:// or https://' }),
  ).describe('Address of your own open-meteo server. Default: the public one.'),
  CLOUD_URL: optional(
    z.union([
      z.literal('off'),
      z.url({
        protocol: /^https?$/,
        error: 'must be off or an address that starts with http:// or https://',
      }),
    ]),
  ).describe(
    'Address of the cloud whose accounts users can import plants from. off: no import. Passwords are only sent to this address.',
  ),
  CLOUD_CALLS_PER_SECOND: optional(z.coerce.number().min(0.05).max(1_000)).describe(
    'Maximum calls per second to CLOUD_URL.',
  ),
  UPSTREAM: optional(
    z.url({ protocol: /^https?$/, error: 'must be an address that starts with http:// or https://' }),
  ).describe(
    'Server that device frames are forwarded to after they are stored, such as http://www.nepviewer.net. Set it for every process. Its name must not resolve to this portal. Default: none.',
  ),
  UPSTREAM_DNS: optional(
    z
      .string()
      .refine(
        (text) => partsOf(text).every((part) => isIP(part) > 0),
        'must be IP addresses of name servers separated by commas, such as 9.9.9.9',
      ),
  ).describe(
    'Name servers that resolve UPSTREAM, separated by commas, such as 9.9.9.9, if those of this host resolve the name to this portal. Default: those of this host.',
  ),
  PUBLIC_URL: optional(
    z
      .url({ protocol: /^https?$/, error: 'must start with http:// or https://' })
      .transform((url) => url.replace(/\/+$/, '')),
  ).describe('Public address of the portal, for links in emails. Default: from HOST and PORT.'),
  SMTP_URL: optional(z.string().regex(/^smtps?:\/\//, 'must start with smtp:// or smtps://')).describe(
    'Mail server, such as smtps://user:password@mail.example:465. Without one, emails stay in the outbox, which administrators can read.',
  ),
  MAIL_FROM: optional(z.email()).describe('Sender of emails; required with SMTP_URL.'),
  OPEN_REGISTRATION: optional(onOff).describe('off: disables registration, regardless of brand settings.'),
  REQUIRE_VERIFIED_EMAIL: optional(onOff).describe(
    'off: self-registered users can log in before they confirm their address.',
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
  CLOUD_URL: 'https://api.nepviewer.net',
  CLOUD_CALLS_PER_SECOND: 1,
  OPEN_REGISTRATION: 'on',
  REQUIRE_VERIFIED_EMAIL: 'on',
} as const satisfies Partial<Record<keyof typeof schema.shape, string | number>>;

/** Names, descriptions and defaults of all variables, for `.env.example` and its architecture test. */
export const variables: readonly { name: string; about: string; standard: string }[] = Object.entries(
  schema.shape,
).map(([name, entry]) => ({
  name,
  about: entry.description ?? '',
  standard: String((defaults as Record<string, string | number>)[name] ?? ''),
}));
