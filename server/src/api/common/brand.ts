import type { common } from '@helioport/contract/common';
import type { Handler } from '../../access/handler.ts';
import { brandLogo } from '../../repositories/brands.ts';
import { hasDemo } from '../../repositories/demo.ts';
import { wornBrand } from './internal/wornBrand.ts';

const brand: Handler<typeof common.brand> = async ({ tx, origin, services }) => {
  const { hosts: _, privacyPolicy: __, logoHash, ...worn } = await wornBrand(tx, origin.brandId);
  const openRegistration = origin.isOpen && services.config.opensRegistration;
  const demo = await hasDemo(tx);
  const maintenance = origin.isInMaintenance;
  return { ...worn, demo, maintenance, openRegistration, logo: brandLogo(logoHash) };
};

export default brand;
