// What Mosquitto needs to know so that a gateway sees only its own topics: passwords, access list and settings.
import { createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../platform/db.ts';
import type { BrokerSecrets } from '../records/secrets.ts';
import { devicePassword } from './mqtt.ts';

/** As `mosquitto_passwd` writes it: PBKDF2 with SHA-512, rounds, salt and hash in base64. */
function passwordLine(user: string, password: string): string {
  const rounds = 101;
  const salt = randomBytes(12);
  const hash = pbkdf2Sync(password, salt, rounds, 64, 'sha512');
  return `${user}:$7$${rounds}$${salt.toString('base64')}$${hash.toString('base64')}`;
}

/** Name and password of the portal itself at the broker. */
export const portalLogin = ({ bridge }: BrokerSecrets): { name: string; password: string } => ({
  name: 'portal',
  password: createHmac('sha256', bridge).update('portal at the broker').digest('hex').slice(0, 32),
});

/** A device's own topics follow from its user name, so that no list of devices is needed. */
const ACCESS = `# Made by npm run broker.
pattern write helioport/%u/report
pattern write helioport/%u/status
pattern read helioport/%u/command

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

/** Everything that a device was told is kept is on the disk of the broker before anything else happens. */
const settingsOf = (folder: string, listener: string) => `# Made by npm run broker.
listener ${listener}
allow_anonymous false
password_file ${folder}/passwords
acl_file ${folder}/access
persistence true
persistence_location ${folder}/kept/
autosave_interval 1
autosave_on_changes true
max_queued_messages 0
message_size_limit 66048
`;

/** The files by their names: every device that stands in a plant has its token there, with the bridge and the portal. */
export async function mosquittoFiles(
  db: Db,
  { secrets, folder, listener }: { secrets: BrokerSecrets; folder: string; listener: string },
): Promise<Record<'passwords' | 'access' | 'helioport.conf', string>> {
  const { rows } = await sql<{ sn: string; replaced: number }>`
    select sn, key_number as replaced from devices where site_id is not null and part = '' order by id`.execute(
    db,
  );
  const { name, password } = portalLogin(secrets);
  const lines = [
    passwordLine(name, password),
    passwordLine('bridge', secrets.bridge),
    ...rows.map(({ sn, replaced }) => passwordLine(sn, devicePassword(secrets.devices, sn, replaced))),
  ];
  return {
    passwords: `${lines.join('\n')}\n`,
    access: ACCESS,
    'helioport.conf': settingsOf(folder, listener),
  };
}
