// Form data, validation and call input of a brand.
import type { brand } from '@helioport/contract/brand';
import type { InputOf, OutputOf } from '@helioport/contract/endpoint';
import type { FieldErrors } from '../../components/form/FormFields.tsx';
import { t } from '../../i18n.ts';

export type Brand = OutputOf<typeof brand.list>['list'][number];

export interface BrandDraft {
  name: string;
  company: string;
  supportMail: string;
  siderTheme: Brand['siderTheme'];
  openRegistration: boolean;
  maintenance: boolean;
  /** One host name per line. */
  hosts: string;
  privacyPolicy: string;
  appStoreUrl: string;
  playStoreUrl: string;
}

export const draftOf = (one: Brand): BrandDraft => ({
  name: one.name,
  company: one.company,
  supportMail: one.supportMail,
  siderTheme: one.siderTheme,
  openRegistration: one.openRegistration,
  maintenance: one.maintenance,
  hosts: one.hosts.join('\n'),
  privacyPolicy: one.privacyPolicy,
  appStoreUrl: one.appStoreUrl,
  playStoreUrl: one.playStoreUrl,
});

/** The host names of a text, one per line or parted by commas. */
export const hostsOf = (text: string): string[] =>
  text
    .split(/[\s,;]+/)
    .map((host) => host.trim().toLowerCase())
    .filter((host) => host !== '');

const isHost = (host: string) => /^(?!-)[a-z0-9-]+(\.[a-z0-9-]+)*$/.test(host);
const isSecureAddress = (text: string) => text === '' || (URL.canParse(text) && text.startsWith('https://'));

/** Further errors than those by the rules of the call. */
export function brandErrors(draft: BrandDraft): FieldErrors {
  const strange = hostsOf(draft.hosts).find((host) => !isHost(host));
  const address = t('brand.httpsNeeded');
  return {
    hosts: strange === undefined ? undefined : t('brand.hostInvalid', { host: strange }),
    appStoreUrl: isSecureAddress(draft.appStoreUrl.trim()) ? undefined : address,
    playStoreUrl: isSecureAddress(draft.playStoreUrl.trim()) ? undefined : address,
  };
}

export const updateInput = (id: number, draft: BrandDraft): InputOf<typeof brand.update> => ({
  id,
  ...draft,
  name: draft.name.trim(),
  company: draft.company.trim(),
  supportMail: draft.supportMail.trim(),
  hosts: hostsOf(draft.hosts),
  appStoreUrl: draft.appStoreUrl.trim(),
  playStoreUrl: draft.playStoreUrl.trim(),
});
