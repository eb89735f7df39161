// Whether maintenance blocks the logged-in user: the maintenance flag is set and a call was rejected. Portal
// administrators are never rejected.
import { create } from 'zustand';
import { call } from '../api/client.ts';
import { loadBrand, useBrand } from './brand.ts';
import { publicCalls } from './publicCalls.ts';
import { useSession } from './session.ts';

export const useMaintenance = create<{ isShutOut: boolean }>()(() => ({ isShutOut: false }));

let isLooking = false;

/** Called on a 503 response. Anonymous visitors stay on the public pages, which show a maintenance message. */
export async function lookForMaintenance(): Promise<void> {
  if (isLooking || useSession.getState().token === '' || useMaintenance.getState().isShutOut) return;
  isLooking = true;
  await loadBrand();
  isLooking = false;
  if (useBrand.getState().maintenance) useMaintenance.setState({ isShutOut: true });
}

/** Checks whether the server accepts calls of this user again. */
export async function knock(): Promise<boolean> {
  const { token, groupId } = useSession.getState();
  if (token !== '') {
    const input = { role_id: groupId ?? undefined, is_login: true, ownTitles: true };
    const isOpen = await call(publicCalls.roleMenuView, input, { quiet: true })
      .then(() => true)
      .catch(() => false);
    if (!isOpen) return false;
    await loadBrand();
  }
  useMaintenance.setState({ isShutOut: false });
  return true;
}
