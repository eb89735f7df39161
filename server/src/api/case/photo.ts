import { CASE_PHOTOS_MAX, type cases } from '@helioport/contract/case';
import { withPreparation } from '../../access/handler.ts';
import { fail, outcomeOf } from '../../platform/failure.ts';
import { type Picture, readPicture } from '../../platform/pictures.ts';
import { addCasePhoto, noteStep } from '../../repositories/cases.ts';
import { fileAddress, keepFile } from '../../repositories/files.ts';
import { activeCase } from './internal/named.ts';

const SIZE = { width: 1600, height: 1200, fit: 'inside' } as const;

const read = async (file: { data: Uint8Array } | null | undefined): Promise<Picture> =>
  await readPicture((file ?? fail('request.invalid', { field: 'file' })).data, SIZE);

export default withPreparation<typeof cases.photo, () => Picture>(
  ({ input: { file } }) => outcomeOf(read(file)),
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
