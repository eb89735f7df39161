// The person's own formats: remembered for the first paint of the next visit, and asked for once per session.
import { account } from '@helioport/contract/account';
import { call } from '../api/client.ts';
import { type Formats, languageFormats, useFormats } from '../formats.ts';
import { keep, kept } from './keep.ts';

const STORAGE = 'helioport-formats';

useFormats.setState(kept(STORAGE, languageFormats));
keep(STORAGE, useFormats);

/** Takes over what the profile says. True when anything on the screen may now be written in an old way. */
export function adoptFormats({ timeFormat, numberFormat, temperatureUnit }: Formats): boolean {
  const before = useFormats.getState();
  const isNew =
    before.timeFormat !== timeFormat ||
    before.numberFormat !== numberFormat ||
    before.temperatureUnit !== temperatureUnit;
  if (isNew) useFormats.setState({ timeFormat, numberFormat, temperatureUnit });
  return isNew;
}

/** Asks the server for them. Without an answer the remembered ones stay. Resolves to whether they changed. */
export async function loadFormats(signal: AbortSignal): Promise<boolean> {
  const profile = await call(account.profile, {}, { quiet: true, signal }).catch(() => undefined);
  return profile !== undefined && adoptFormats(profile);
}
