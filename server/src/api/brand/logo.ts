import type { brand } from '@helioport/contract/brand';
import type { Handler } from '../../access/handler.ts';
import { readPicture } from '../../platform/pictures.ts';
import { fileAddress, keepFile } from '../../records/files.ts';
import { changeBrand } from './parts/change.ts';

/** Logos stand in the head of a page, wide rather than high. */
const SIZE = { width: 480, height: 160, fit: 'inside' } as const;

const logo: Handler<typeof brand.logo> = async ({ input, ...call }) => {
  const { data, mime } = await readPicture(input.file.data, SIZE);
  const hash = await keepFile(call.tx, { data, mime, now: call.now });
  await changeBrand(call, input.id, (before) => ({ ...before, logoHash: hash }));
  return { logo: fileAddress(hash) };
};

export default logo;
