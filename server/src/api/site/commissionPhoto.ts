import type { site } from '@helioport/contract/site';
import { COMMISSION_PHOTOS_MAX } from '@helioport/contract/siteCommission';
import { withPreparation } from '../../access/handler.ts';
import { fail, outcomeOf } from '../../platform/failure.ts';
import { type Picture, readPhoto } from '../../platform/pictures.ts';
import { siteToChange } from '../../queries/siteToChange.ts';
import { writeAudit } from '../../repositories/audit.ts';
import { addPhoto } from '../../repositories/commissionings.ts';
import { fileAddress, keepFile } from '../../repositories/files.ts';

export default withPreparation<typeof site.commissionPhoto, () => Picture>(
  ({ input }) => outcomeOf(readPhoto(input.file)),
  async (call, prepared) => {
    const { input, tx, me, now } = call;
    const { id: siteId, companyId } = await siteToChange(call, input.sid);
    const { data, mime } = prepared();
    const hash = await keepFile(tx, { data, mime, now });
    const id =
      (await addPhoto(tx, siteId, { hash, most: COMMISSION_PHOTOS_MAX, now })) ??
      fail('site.photosFull', { max: COMMISSION_PHOTOS_MAX });
    await writeAudit(tx, me, now, { action: 'site.commissionPhoto', subject: input.sid, siteId, companyId });
    return { id, address: fileAddress(hash) };
  },
);
