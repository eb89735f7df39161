import type { brand } from '@helioport/contract/brand';
import { handler } from '../../access/handler.ts';
import { changeBrand } from './internal/change.ts';

export default handler<typeof brand.logoDelete>(async ({ input, ...call }) => {
  await changeBrand(call, input.id, (before) => ({ ...before, logoHash: null }));
  return {};
});
