// The user's formats: cached for the first paint of the next visit, and requested once per session.
import { account } from '@helioport/contract/account';
import { create } from 'zustand';
import { call } from '../api/client.ts';
import { type Formats, languageFormats, useFormats } from '../formats.ts';
import { keep, kept } from './persistedStore.ts';
import { useSession } from './session.ts';

const STORAGE = 'helioport-formats';

/** The cached formats and their user: a browser can have several. */
const useKept = create<Formats & { uid: string }>()(() => kept(STORAGE, { ...languageFormats, uid: '' }));
keep(STORAGE, useKept);
useKept.subscribe(use);
use(useKept.getState());

function use({ timeFormat, numberFormat, temperatureUnit }: Formats): void {
  useFormats.setState({ timeFormat, numberFormat, temperatureUnit });
}

/** True once the formats of the logged-in user are known, from this or an earlier visit. */
export const useHasFormats = (): boolean => {
  const uid = useKept((owned) => owned.uid);
  return useSession((session) => session.token !== '' && session.info.uid === uid);
};

/** Stores formats that the user has just saved. */
export function adoptFormats({ timeFormat, numberFormat, temperatureUnit }: Formats): void {
  useKept.setState({ timeFormat, numberFormat, temperatureUnit });
}

/** Called before impersonation: the formats of that user are not known yet. */
export const clearFormats = (): void => useKept.setState({ uid: '' });

/** Requests the formats. Without an answer the user's cached ones stay, or the defaults of the language. */
export async function loadFormats(signal: AbortSignal): Promise<void> {
  const uid = useSession.getState().info.uid ?? '';
  const profile = await call(account.profile, {}, { quiet: true, signal }).catch(() => undefined);
  if (signal.aborted) return;
  if (profile) {
    adoptFormats(profile);
    // The login response had the name in the language of that visit.
    useSession.setState({ groupName: profile.groupName });
  } else if (useKept.getState().uid !== uid) adoptFormats(languageFormats);
  useKept.setState({ uid });
}
