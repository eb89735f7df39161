import { defaultBrand } from '@helioport/domain/brands';
import type { ReactNode } from 'react';
import { Logo } from '../components/base/Logo.tsx';
import { useBrand } from './brand.ts';

/** Logo and name of the brand; the built-in logo is inline SVG. `isShort` hides the name visually. */
export function BrandMark({ isShort = false, size = 28 }: { isShort?: boolean; size?: number }): ReactNode {
  const { name, logo } = useBrand();
  return (
    <span className="hp-brand" title={name}>
      {logo === defaultBrand.logo ? <Logo size={size} /> : <img alt="" height={size} src={logo} />}
      <b className={isShort ? 'hp-unseen' : ''}>{name}</b>
    </span>
  );
}
