import type { brand } from '@helioport/contract/brand';
import { withPreparation } from '../../access/handler.ts';
import { outcomeOf } from '../../platform/failure.ts';
import { type Picture, readPicture } from '../../platform/pictures.ts';
import { fileAddress, keepFile } from '../../repositories/files.ts';
import { changeBrand } from './internal/change.ts';

/** Logos are shown in page headers, wide rather than high. */
const SIZE = { width: 480, height: 160, fit: 'inside' } as const;

export default withPreparation<typeof brand.logo, () => Picture>(
  ({ input }) => outcomeOf(readPicture(input.file.data, SIZE)),
  async ({ input, ...call }, prepared) => {
    const { data, mime } = prepared();
    const hash = await keepFile(call.tx, { data, mime, now: call.now });
    await changeBrand(call, input.id, (before) => ({ ...before, logoHash: hash }));
    return { logo: fileAddress(hash) };
  },
);
