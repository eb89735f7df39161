import type { site } from '@helioport/contract/site';
import { withPreparation } from '../../access/handler.ts';
import { outcomeOf } from '../../platform/failure.ts';
import { type Picture, readPhoto } from '../../platform/pictures.ts';
import { fileAddress, keepFile } from '../../repositories/files.ts';
import { paintSite } from './internal/paint.ts';

export default withPreparation<typeof site.picture, () => Picture>(
  ({ input }) => outcomeOf(readPhoto(input.file)),
  async (call, prepared) => {
    const { input, tx, now } = call;
    const hash = await paintSite(call, input.sid, async () => {
      const { data, mime } = prepared();
      return await keepFile(tx, { data, mime, now });
    });
    return { logo: fileAddress(hash) };
  },
);
