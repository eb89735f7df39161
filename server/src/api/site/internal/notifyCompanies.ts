// Emails to the installers of a plant that passes from one company to another.
import { sql } from 'kysely';
import type { Services } from '../../../access/handler.ts';
import type { Me } from '../../../access/me.ts';
import type { Columns } from '../../../platform/databaseTypes.ts';
import type { Tx } from '../../../platform/db.ts';
import { mayRequestMail } from '../../../repositories/mailRequests.ts';
import { queueMail } from '../../../repositories/mails.ts';

interface Where {
  tx: Tx;
  me: Me;
  now: number;
  services: Services;
}

interface CompanyChange {
  sid: string;
  /** Installers before and after; null: none. */
  from: number | null;
  to: number | null;
}

/** Notifies both installers, except the caller. The plant is named by its ID, as its name is free text of others. */
export async function notifyCompanies(
  { tx, me, now, services }: Where,
  { sid, from, to }: CompanyChange,
): Promise<void> {
  const ids = [from, to].filter((id) => id !== null && id !== me.userId);
  const { rows } = await sql<
    Columns<'users', 'id' | 'email' | 'languageCode' | 'brandId'> & { name: string }
  >`
    select id, email, contact_person as name, language_code as "languageCode", brand_id as "brandId" from users
    where id = any(${ids}::bigint[]) and cancelled_at is null and not is_blocked order by id`.execute(tx);
  for (const { id, email, ...reader } of rows) {
    // Limits the emails to one recipient if a plant is assigned repeatedly.
    if (!(await mayRequestMail(tx, { email, kind: 'company', now }))) continue;
    await queueMail(tx, {
      kind: id === to ? 'companyAssigned' : 'companyEnded',
      to: email,
      ...reader,
      now,
      link: `${services.config.publicUrl}/pvPlant/detail?id=${sid}`,
      params: { from: me.email, site: sid },
    });
  }
}
