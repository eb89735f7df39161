// How the commissioning of a plant is answered.
import type { OutputOf } from '@helioport/contract/endpoint';
import type { site } from '@helioport/contract/site';
import { sql } from 'kysely';
import { checklistOf, checksInWords } from '../../../queries/commission/checklist.ts';
import { findSite } from '../../../queries/findSite.ts';
import { ms, type QueryContext } from '../../../queries/found.ts';
import { commissioningOf, photosOf } from '../../../repositories/commissionings.ts';
import { fileAddress } from '../../../repositories/files.ts';

interface Row {
  commissionedAt: number | null;
  mayEdit: boolean;
  by: string | null;
  address: string;
  installerCompany: string;
}

/** The checklist of a visible plant as it is now, its photos, and how it was submitted. */
export async function commissionAnswer(
  call: QueryContext & { lan: number },
  sid: string,
): Promise<OutputOf<typeof site.commission>> {
  const { tx, visible, now, lan } = call;
  const found = await findSite(call, sid);
  const submitted = await commissioningOf(tx, found.id);
  const { rows } = await sql<Row>`
    select ${ms(sql`s.commissioned_at`)} as "commissionedAt",
      s.id in (select v.id from ${visible.editableSites} v) as "mayEdit",
      (select coalesce(nullif(u.contact_person, ''), u.email) from ${visible.users} u
        where u.id = ${submitted?.by ?? null}) as by,
      concat_ws(', ', nullif(s.street, ''), nullif(trim(concat_ws(' ', s.zip_code, s.city)), '')) as address,
      coalesce((select c.name from users i join companies c on c.id = i.company_id where i.id = s.installer_id),
        (select c.name from companies c where c.id = s.company_id), '') as "installerCompany"
    from sites s where s.id = ${found.id}`.execute(tx);
  const {
    commissionedAt = null,
    mayEdit = false,
    by = null,
    address = '',
    installerCompany = '',
  } = rows[0] ?? {};
  return {
    sid,
    siteName: found.name,
    timezone: found.timezone,
    address,
    installerCompany,
    mayEdit,
    commissionedAt,
    checks: checksInWords(await checklistOf(tx, found, now), lan),
    submitted: submitted
      ? {
          by: by ?? '',
          reason: submitted.reason,
          note: submitted.note,
          checks: checksInWords(submitted.checks, lan),
        }
      : null,
    photos: (await photosOf(tx, found.id)).map(({ id, hash }) => ({ id, address: fileAddress(hash) })),
  };
}
