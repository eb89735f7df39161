// Configuration for Mosquitto that limits each gateway to its own topics: passwords, access list and settings.
import { createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Columns } from '../platform/databaseTypes.ts';
import type { Db } from '../platform/db.ts';
import { hasKey } from '../repositories/deviceKeys.ts';
import type { BrokerSecrets } from '../repositories/secrets.ts';
import { devicePassword } from './mqtt.ts';

/** As `mosquitto_passwd` writes it: PBKDF2 with SHA-512, rounds, salt and hash in base64. */
function passwordLine(user: string, password: string): string {
  const iterations = 101;
  const salt = randomBytes(12);
  const hash = pbkdf2Sync(password, salt, iterations, 64, 'sha512');
  return `${user}:$7$${iterations}$${salt.toString('base64')}$${hash.toString('base64')}`;
}

/** Name and password of the portal itself at the broker. */
export const portalLogin = ({ bridge }: BrokerSecrets): { name: string; password: string } => ({
  name: 'portal',
  password: createHmac('sha256', bridge).update('portal at the broker').digest('hex').slice(0, 32),
});

/** A device's own topics follow from its user name, so that no list of devices is needed. */
const DEVICE_ACCESS = `# Made by npm run broker.
pattern write helioport/%u/report
pattern write helioport/%u/status
pattern read helioport/%u/command
`;

const PORTAL_ACCESS = `# Made by npm run broker.
user portal
topic read helioport/+/report
topic read helioport/+/status
topic write helioport/+/command
topic write helioport/+/state

user bridge
topic write helioport/+/report
topic write helioport/+/status
topic read helioport/+/command
topic read helioport/+/state
`;

/**
 * Every acknowledged message is written to the broker's disk first. The client ID of a device is its user name, so no
 * device can take over the session of another. The portal and bridges use several connections with one user name, so
 * they have a separate listener, at which no device can log in.
 */
const settingsOf = (folder: string, { listener, portalListener }: Listeners) => `# Made by npm run broker.
per_listener_settings true
persistence true
persistence_location ${folder}/kept/
autosave_interval 1
autosave_on_changes true
persistent_client_expiration 14d
max_queued_messages 0
message_size_limit 66048

# Devices
listener ${listener}
allow_anonymous false
password_file ${folder}/passwords
acl_file ${folder}/access
use_username_as_clientid true

# The portal and bridges
listener ${portalListener}
allow_anonymous false
password_file ${folder}/portal-passwords
acl_file ${folder}/portal-access
`;

interface Listeners {
  /** Port and address for devices, such as `1883 0.0.0.0`. */
  listener: string;
  /** Port and address for the portal and bridges. */
  portalListener: string;
}

type FileName = 'passwords' | 'access' | 'portal-passwords' | 'portal-access' | 'helioport.conf';

/** The files by their names: every device that has a key, the bridge and the portal. */
export async function mosquittoFiles(
  db: Db,
  { secrets, folder, ...listeners }: { secrets: BrokerSecrets; folder: string } & Listeners,
): Promise<Record<FileName, string>> {
  const { rows } = await sql<Columns<'devices', 'sn' | 'keyNumber'>>`
    select sn, key_number as "keyNumber" from devices where ${hasKey} order by id`.execute(db);
  const { name, password } = portalLogin(secrets);
  const fileOf = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('');
  return {
    passwords: fileOf(
      rows.map(({ sn, keyNumber }) => passwordLine(sn, devicePassword(secrets.devices, sn, keyNumber))),
    ),
    access: DEVICE_ACCESS,
    'portal-passwords': fileOf([passwordLine(name, password), passwordLine('bridge', secrets.bridge)]),
    'portal-access': PORTAL_ACCESS,
    'helioport.conf': settingsOf(folder, listeners),
  };
}
