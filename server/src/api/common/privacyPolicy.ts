import type { common } from '@helioport/contract/common';
import type { Handler } from '../../access/handler.ts';
import { wornBrand } from './internal/wornBrand.ts';

const privacyPolicy: Handler<typeof common.privacyPolicy> = async ({ tx, origin }) => {
  const { privacyPolicy: text } = await wornBrand(tx, origin.brandId);
  return { text };
};

export default privacyPolicy;
