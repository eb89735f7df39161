import { CASE_PHOTOS_MAX, type cases } from '@helioport/contract/case';
import { withPreparation } from '../../access/handler.ts';
import { fail, outcomeOf } from '../../platform/failure.ts';
import { type Picture, readPhoto } from '../../platform/pictures.ts';
import { addCasePhoto, noteStep } from '../../repositories/cases.ts';
import { fileAddress, keepFile } from '../../repositories/files.ts';
import { activeCase } from './internal/named.ts';

export default withPreparation<typeof cases.photo, () => Picture>(
  ({ input }) => outcomeOf(readPhoto(input.file)),
  async (call, prepared) => {
    const { input, tx, me, now } = call;
    const one = await activeCase(call, input.id);
    const { data, mime } = prepared();
    const hash = await keepFile(tx, { data, mime, now });
    const id =
      (await addCasePhoto(tx, one, { hash, userId: me.userId, most: CASE_PHOTOS_MAX, now })) ??
      fail('case.photosFull');
    await noteStep(tx, one, { step: 'photo', userId: me.userId, now });
    return { id, address: fileAddress(hash) };
  },
);
