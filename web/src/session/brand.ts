// The brand that the portal wears: asked for once per visit, remembered for the first paint of the next one.
import { common } from '@helioport/contract/common';
import { defaultBrand } from '@helioport/domain/brands';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { call } from '../api/client.ts';

export const useBrand = create<typeof defaultBrand>()(
  persist((): typeof defaultBrand => defaultBrand, { name: 'helioport-brand', version: 1 }),
);

/** Asks for the brand. Without an answer the remembered one stays. */
export async function loadBrand(): Promise<void> {
  const brand = await call(common.brand, {}, { quiet: true }).catch(() => null);
  if (brand) useBrand.setState(brand);
}
