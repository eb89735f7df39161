import type { site } from '@helioport/contract/site';
import { handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { siteToChange } from '../../queries/siteToChange.ts';
import { writeAudit } from '../../repositories/audit.ts';
import { deletePhoto } from '../../repositories/commissionings.ts';

export default handler<typeof site.commissionPhotoDelete>(async (call) => {
  const { input, tx, me, now } = call;
  const { id: siteId, companyId } = await siteToChange(call, input.sid);
  if (!(await deletePhoto(tx, siteId, input.photoId))) fail('request.invalid', { field: 'photoId' });
  await writeAudit(tx, me, now, {
    action: 'site.commissionPhoto',
    subject: input.sid,
    siteId,
    companyId,
    detail: { removed: true },
  });
  return {};
});
