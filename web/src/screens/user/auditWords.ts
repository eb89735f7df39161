// What the fields of the change log are called. A field without words is shown by its own name, which is better than
// not at all: the log outlives the words of every version.
import { t, type WordKey } from '../../i18n.ts';

const words: Record<string, WordKey> = {
  added: 'changeLog.key.added',
  appStoreUrl: 'brand.appStore',
  changed: 'changeLog.key.changed',
  city: 'user.field.city',
  companies: 'user.detail.companies',
  company: 'user.field.company',
  companyName: 'company.field.name',
  componentsTitle: 'auth.menu.grant',
  contactNumber: 'user.field.contactNumber',
  contactPerson: 'user.field.contactPerson',
  copyOf: 'auth.role.copyOf',
  countryCode: 'user.field.country',
  deleted: 'changeLog.key.deleted',
  email: 'user.field.email',
  ended: 'changeLog.key.endedSessions',
  endedSessions: 'changeLog.key.endedSessions',
  group: 'user.field.role',
  handOverTo: 'changeLog.key.handOverTo',
  handedOver: 'changeLog.key.handedOver',
  hosts: 'brand.hosts',
  icon: 'auth.menu.icon',
  invited: 'user.status.invited',
  isBlocked: 'user.status.blocked',
  isBusiness: 'user.field.isBusiness',
  kind: 'company.field.kind',
  kgPerKwh: 'co2.field.factor',
  language: 'user.field.language',
  languageCode: 'user.field.language',
  lifted: 'changeLog.key.lifted',
  logo: 'brand.logo',
  logoHash: 'brand.logo',
  maintenance: 'brand.maintenance',
  manager: 'company.field.manager',
  mode: 'auth.menu.mode',
  name: 'user.field.contactPerson',
  openRegistration: 'brand.openRegistration',
  order: 'changeLog.key.order',
  params: 'auth.menu.params',
  parent: 'company.field.above',
  path: 'auth.menu.path',
  plants: 'user.field.plants',
  playStoreUrl: 'brand.playStore',
  privacyPolicy: 'brand.policy',
  readsOnly: 'auth.role.readsOnly',
  removed: 'changeLog.key.removed',
  scope: 'auth.role.scope',
  siderTheme: 'brand.siderTheme',
  sites: 'company.field.sites',
  source: 'co2.field.source',
  stateCode: 'user.field.state',
  street: 'user.field.street',
  supportMail: 'brand.supportMail',
  title: 'auth.menu.title',
  titleLocale: 'changeLog.key.titleLocale',
  users: 'company.field.users',
  worksFor: 'user.field.memberOf',
  year: 'co2.field.year',
  zip: 'user.field.zip',
};

/** Numbers that only machines read: left out where there is anything else to say. */
const inner = new Set(['id', 'key', 'position', 'parentId', 'mail']);

export const isInner = (field: string): boolean => inner.has(field);

export function fieldWords(field: string): string {
  const key = words[field];
  return key === undefined ? field : t(key);
}
