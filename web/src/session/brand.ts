// The brand that the portal wears: asked for once per visit, remembered for the first paint of the next one.
import { defaultBrand } from '@helioport/domain/brands';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { call } from '../api/client.ts';
import { publicCalls } from './publicCalls.ts';

export const useBrand = create<typeof defaultBrand>()(
  persist((): typeof defaultBrand => defaultBrand, { name: 'helioport-brand', version: 1 }),
);

/** Asks for the brand. Without an answer the remembered one stays. */
export async function loadBrand(): Promise<void> {
  const brand = await call(publicCalls.brand, {}, { quiet: true }).catch(() => null);
  if (brand) useBrand.setState(brand);
}
