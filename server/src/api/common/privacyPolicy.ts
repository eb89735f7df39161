import type { common } from '@helioport/contract/common';
import { handler } from '../../access/handler.ts';
import { activeBrand } from './internal/activeBrand.ts';

export default handler<typeof common.privacyPolicy>(async ({ tx, origin }) => {
  const { privacyPolicy: text } = await activeBrand(tx, origin.brandId);
  return { text };
});
