// The languages of the portal, requested when the list is first needed and then cached.
import { type Language, languageByWebCode, languages } from '@helioport/domain/languages';
import { create } from 'zustand';
import { call } from '../api/client.ts';
import { publicCalls } from './publicCalls.ts';

const LANGUAGE_LIST = 'NEP-LANG-LIST';

/** The server's list, which can be of another version and contain other languages. */
type Offered = Pick<Language, 'code' | 'title'> & { webCode: string };

function remembered(): readonly Offered[] {
  try {
    const parsed: unknown = JSON.parse(localStorage.getItem(LANGUAGE_LIST) ?? 'null');
    return Array.isArray(parsed) && parsed.length > 0 ? (parsed as Offered[]) : languages;
  } catch {
    return languages;
  }
}

export const useLanguageList = create<{ list: readonly Offered[]; isRequested: boolean }>()(() => ({
  list: remembered(),
  isRequested: false,
}));

/** Requests the list once per visit. Languages without texts in this portal are left out. */
export async function loadLanguageList(): Promise<void> {
  if (useLanguageList.getState().isRequested) return;
  useLanguageList.setState({ isRequested: true });
  const answer = await call(publicCalls.lan, {}, { quiet: true }).catch(() => null);
  const list = answer?.list.filter(({ webCode }) => languageByWebCode(webCode)) ?? [];
  if (list.length === 0) return;
  localStorage.setItem(LANGUAGE_LIST, JSON.stringify(list));
  useLanguageList.setState({ list });
}
