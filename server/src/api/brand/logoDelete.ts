import type { brand } from '@helioport/contract/brand';
import type { Handler } from '../../access/handler.ts';
import { changeBrand } from './internal/change.ts';

const logoDelete: Handler<typeof brand.logoDelete> = async ({ input, ...call }) => {
  await changeBrand(call, input.id, (before) => ({ ...before, logoHash: null }));
  return {};
};

export default logoDelete;
