// Signed URLs of archives: a download sends no session token, so its URL contains the user and the archive.
import { plantUpdateButton } from '@helioport/contract/grants';
import { sql } from 'kysely';
import { personAway } from '../../access/session.ts';
import { type Visible, visibleTo } from '../../access/visible.ts';
import type { Columns } from '../../platform/databaseTypes.ts';
import type { Tx } from '../../platform/db.ts';
import { signedText, verifiedText } from '../signedLinks.ts';

/** Time in which a download must begin, ms. */
export const TICKET_MS = 60_000;

/** Address of the archive of a plant for a user, for a minute. */
export const archiveAddress = async (
  tx: Tx,
  { siteId, userId, now }: { siteId: number; userId: number; now: number },
): Promise<string> => `/archives/${await signedText(tx, `x${siteId}.${userId}.${now + TICKET_MS}`)}`;

export interface ArchiveTicket {
  siteId: number;
  sid: string;
  userId: number;
  visible: Visible;
}

/** The archive that a ticket opens; undefined where it has expired, or its user may no longer edit the plant. */
export async function archiveTicket(tx: Tx, token: string, now: number): Promise<ArchiveTicket | undefined> {
  const [, site, user, until] =
    /^x(\d{1,15})\.(\d{1,15})\.(\d{1,15})$/.exec((await verifiedText(tx, token)) ?? '') ?? [];
  if (site === undefined || Number(until) < now) return undefined;
  const me = await personAway(tx, Number(user));
  if (!me.buttons.has(plantUpdateButton.name)) return undefined;
  const visible = visibleTo(me, now);
  const { rows } = await sql<Columns<'sites', 'sid'>>`
    select s.sid from ${visible.editableSites} s where s.id = ${Number(site)}`.execute(tx);
  const sid = rows[0]?.sid;
  return sid === undefined ? undefined : { siteId: Number(site), sid, userId: me.userId, visible };
}
