// Whether the person at work has been shut out by maintenance: the operator's flag is up and a call was refused. Those
// who run the house are never refused, so they never see it.
import { create } from 'zustand';
import { call } from '../api/client.ts';
import { loadBrand, useBrand } from './brand.ts';
import { publicCalls } from './publicCalls.ts';
import { useSession } from './session.ts';

export const useMaintenance = create<{ isShutOut: boolean }>()(() => ({ isShutOut: false }));

let isLooking = false;

/** Called when the server answers 503. Strangers keep the public pages, whose note says enough. */
export async function lookForMaintenance(): Promise<void> {
  if (isLooking || useSession.getState().token === '' || useMaintenance.getState().isShutOut) return;
  isLooking = true;
  await loadBrand();
  isLooking = false;
  if (useBrand.getState().maintenance) useMaintenance.setState({ isShutOut: true });
}

/** Knocks at the door; true when the server lets the person in again. */
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
