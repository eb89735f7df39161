import type { common } from '@helioport/contract/common';
import type { Handler } from '../../access/handler.ts';
import { activeBrand } from './internal/activeBrand.ts';

const privacyPolicy: Handler<typeof common.privacyPolicy> = async ({ tx, origin }) => {
  const { privacyPolicy: text } = await activeBrand(tx, origin.brandId);
  return { text };
};

export default privacyPolicy;
