// Transfer of a plant to a new owner: permission check, and the email with the link.
import { sql } from 'kysely';
import type { Origin, Services } from '../../../access/handler.ts';
import type { Me } from '../../../access/me.ts';
import type { Visible } from '../../../access/visible.ts';
import type { Columns } from '../../../platform/databaseTypes.ts';
import type { Tx } from '../../../platform/db.ts';
import { fail } from '../../../platform/failure.ts';
import { writeAudit } from '../../../repositories/audit.ts';
import { mayRequestMail } from '../../../repositories/mailRequests.ts';
import { queueMail } from '../../../repositories/mails.ts';
import { offerSite } from '../../../repositories/siteOffers.ts';

export interface OfferedSite {
  id: number;
  sid: string;
  companyId: number | null;
  ownerId: number | null;
}

/** SQL: whether the caller may offer the plant `s`: its owner, or who manages it while it has none. */
export const mayOffer = ({ me, visible }: { me: Me; visible: Visible }) =>
  me.readsOnly
    ? sql<boolean>`false`
    : sql<boolean>`(s.owner_id is not distinct from ${me.userId} or (s.owner_id is null
        and ${me.scope === 'company' || me.scope === 'all'} and s.id in (select e.id from ${visible.editableSites} e)))`;

/** The plant, if the caller may offer it; ends the call otherwise. The row is held. */
export async function siteToOffer(
  { tx, me, visible }: { tx: Tx; me: Me; visible: Visible },
  sid: string,
): Promise<OfferedSite> {
  const { rows } = await sql<OfferedSite & { mayOffer: boolean }>`
    select s.id, s.sid, s.company_id as "companyId", s.owner_id as "ownerId", ${mayOffer({ me, visible })} as "mayOffer"
    from sites s where s.sid = ${sid} and s.id in (select v.id from ${visible.sites} v) for update`.execute(
    tx,
  );
  const site = rows[0] ?? fail('site.unknown');
  if (!site.mayOffer) fail('site.onlyOwner');
  return site;
}

interface Offering {
  tx: Tx;
  me: Me;
  now: number;
  lan: number;
  origin: Pick<Origin, 'brandId'>;
  services: Pick<Services, 'config'>;
}

/**
 * Offers a plant to an email address and sends the link, whether or not the address has an account. Also returns the
 * link: it gives the plant only to an account of this address, and the caller may offer the plant to any address.
 */
export async function offerTo(
  { tx, me, now, lan, origin, services }: Offering,
  plant: OfferedSite,
  email: string,
): Promise<{ email: string; expiresAt: number; link: string }> {
  // Counted for every address, so that the response does not reveal accounts.
  if (!(await mayRequestMail(tx, { email, kind: 'invite', now }))) fail('request.tooMany');
  const { token, expiresAt } = await offerSite(tx, {
    siteId: plant.id,
    email,
    userId: me.userId,
    now,
    ...(plant.ownerId === null ? { ofCompany: { id: plant.companyId } } : {}),
  });
  const { rows } = await sql<Columns<'users', 'languageCode' | 'brandId'> & { name: string }>`
    select contact_person as name, language_code as "languageCode", brand_id as "brandId" from users
    where lower(email) = ${email} and cancelled_at is null`.execute(tx);
  const link = `${services.config.publicUrl}/pvPlant/offer?token=${token}`;
  await queueMail(tx, {
    kind: 'offer',
    to: email,
    ...(rows[0] ?? { languageCode: lan, brandId: origin.brandId }),
    link,
    secret: token,
    params: { from: me.email },
    now,
  });
  await writeAudit(tx, me, now, {
    action: 'site.offer',
    subject: plant.sid,
    siteId: plant.id,
    companyId: plant.companyId,
    detail: { email },
  });
  return { email, expiresAt, link };
}
