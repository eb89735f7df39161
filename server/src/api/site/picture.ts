import type { site } from '@helioport/contract/site';
import { withPreparation } from '../../access/handler.ts';
import { fail, outcomeOf } from '../../platform/failure.ts';
import { type Picture, readPicture } from '../../platform/pictures.ts';
import { fileAddress, keepFile } from '../../repositories/files.ts';
import { paintSite } from './internal/paint.ts';

const SIZE = { width: 1600, height: 1200, fit: 'inside' } as const;

const read = async (file: { data: Uint8Array } | null | undefined): Promise<Picture> =>
  await readPicture((file ?? fail('request.invalid', { field: 'file' })).data, SIZE);

export default withPreparation<typeof site.picture, () => Picture>(
  ({ input: { file } }) => outcomeOf(read(file)),
  async (call, prepared) => {
    const { input, tx, now } = call;
    const hash = await paintSite(call, input.sid, async () => {
      const { data, mime } = prepared();
      return await keepFile(tx, { data, mime, now });
    });
    return { logo: fileAddress(hash) };
  },
);
