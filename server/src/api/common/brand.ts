import type { common } from '@helioport/contract/common';
import { handler } from '../../access/handler.ts';
import { brandLogo } from '../../repositories/brands.ts';
import { hasDemo } from '../../repositories/demo.ts';
import { activeBrand } from './internal/activeBrand.ts';

export default handler<typeof common.brand>(async ({ tx, origin, services }) => {
  const { hosts: _, privacyPolicy: __, logoHash, ...active } = await activeBrand(tx, origin.brandId);
  const openRegistration = origin.isOpen && services.config.opensRegistration;
  const demo = await hasDemo(tx);
  const maintenance = origin.isInMaintenance;
  return { ...active, demo, maintenance, openRegistration, logo: brandLogo(logoHash) };
});
