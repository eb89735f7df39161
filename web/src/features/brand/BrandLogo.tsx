import type { ReactNode } from 'react';
import { Logo } from '../../components/base/Logo.tsx';

/** The logo of a brand, or the built-in one. */
export function BrandLogo({
  brand,
  size,
}: {
  brand: { hasLogo: boolean; logo: string };
  size: number;
}): ReactNode {
  if (!brand.hasLogo) return <Logo size={size} />;
  return <img alt="" className="hp-brand-logo" height={size} src={brand.logo} />;
}
