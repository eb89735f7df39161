import type { site } from '@helioport/contract/site';
import { COMMISSION_PHOTOS_MAX } from '@helioport/contract/siteCommission';
import type { Handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { readPicture } from '../../platform/pictures.ts';
import { siteToChange } from '../../reads/siteToChange.ts';
import { writeAudit } from '../../records/audit.ts';
import { addPhoto } from '../../records/commissionings.ts';
import { fileAddress, keepFile } from '../../records/files.ts';

const commissionPhoto: Handler<typeof site.commissionPhoto> = async (call) => {
  const { input, tx, me, now } = call;
  const { id: siteId, companyId } = await siteToChange(call, input.sid);
  const file = input.file ?? fail('request.invalid', { field: 'file' });
  const { data, mime } = await readPicture(file.data, { width: 1600, height: 1200, fit: 'inside' });
  const hash = await keepFile(tx, { data, mime, now });
  const id =
    (await addPhoto(tx, siteId, { hash, most: COMMISSION_PHOTOS_MAX, now })) ??
    fail('site.photosFull', { max: COMMISSION_PHOTOS_MAX });
  await writeAudit(tx, {
    at: new Date(now),
    userId: me.userId,
    action: 'site.commissionPhoto',
    subject: input.sid,
    siteId,
    ...(companyId === null ? {} : { companyId }),
  });
  return { id, address: fileAddress(hash) };
};

export default commissionPhoto;
