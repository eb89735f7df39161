// Emails about a shared plant. They contain no text entered by the sharing user, who could otherwise send messages to
// others through the portal.
import { sql } from 'kysely';
import type { Origin, Services } from '../../../access/handler.ts';
import type { Me } from '../../../access/me.ts';
import type { Columns } from '../../../platform/databaseTypes.ts';
import type { Tx } from '../../../platform/db.ts';
import { mayRequestMail } from '../../../repositories/mailRequests.ts';
import { queueMail } from '../../../repositories/mails.ts';
import type { SharesChange } from '../../../repositories/shares.ts';

interface Where {
  tx: Tx;
  me: Me;
  now: number;
  lan: number;
  origin: Origin;
  services: Services;
}

/** Emails users who newly see a plant, in their language, and invited addresses without an account. */
export async function notifyShared(
  { tx, me, now, lan, origin, services }: Where,
  sid: string,
  { added, invited }: Pick<SharesChange, 'added' | 'invited'>,
): Promise<void> {
  const { publicUrl } = services.config;
  const { rows } = await sql<Columns<'users', 'languageCode' | 'brandId'> & { to: string; name: string }>`
    select email as "to", contact_person as name, language_code as "languageCode", brand_id as "brandId" from users
    where id = any(${added.filter((id) => id !== me.userId)}::bigint[])`.execute(tx);
  const mails = [
    ...rows.map((one) => ({
      ...one,
      kind: 'shared' as const,
      link: `${publicUrl}/pvPlant/detail?id=${sid}`,
    })),
    ...invited.map((to) => ({
      to,
      kind: 'shareInvite' as const,
      languageCode: lan,
      brandId: origin.brandId,
      link: `${publicUrl}/register`,
    })),
  ];
  for (const mail of mails) {
    // Limits the emails to one recipient if a plant is shared and unshared repeatedly.
    if (!(await mayRequestMail(tx, { email: mail.to, kind: 'invite', now }))) continue;
    await queueMail(tx, { ...mail, params: { from: me.email }, now });
  }
}
