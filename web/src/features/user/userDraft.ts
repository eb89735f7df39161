// Form data, validation and call input of a user.
import type { InputOf, OutputOf } from '@helioport/contract/endpoint';
import type { user } from '@helioport/contract/user';
import { isLongEnough } from '@helioport/domain/passwords';
import type { FieldErrors } from '../../components/form/FormFields.tsx';
import { language, t } from '../../i18n.ts';

export type UserDetail = OutputOf<typeof user.detail>;

export interface UserDraft {
  email: string;
  password: string;
  /** How a new user gets a password. */
  entry: 'invite' | 'password';
  groupId: string;
  /** '' for none. */
  companyId: string;
  memberOf: string[];
  contactPerson: string;
  contactNumber: string;
  countryCode: string;
  stateCode: string;
  city: string;
  street: string;
  zip: string;
  isBusiness: boolean;
  language: string;
}

export const newUser = (companyId: string): UserDraft => ({
  email: '',
  password: '',
  entry: 'invite',
  groupId: '',
  companyId,
  memberOf: [],
  contactPerson: '',
  contactNumber: '',
  countryCode: '',
  stateCode: '',
  city: '',
  street: '',
  zip: '',
  isBusiness: false,
  language: String(language.code),
});

export const draftOf = (person: UserDetail): UserDraft => ({
  email: person.email,
  password: '',
  entry: 'invite',
  groupId: String(person.groupId),
  companyId: person.companyId === 0 ? '' : String(person.companyId),
  memberOf: person.companies.filter(({ isHome }) => !isHome).map(({ companyId }) => String(companyId)),
  contactPerson: person.contactPerson,
  contactNumber: person.contactNumber,
  countryCode: person.countryCode,
  stateCode: person.stateCode,
  city: person.city,
  street: person.street,
  zip: person.zip,
  isBusiness: person.isBusiness,
  language: String(person.language),
});

/** Error messages by field. An initial password is required only without an invitation. */
export const userErrors = (draft: UserDraft, wrong: FieldErrors, isNew: boolean): FieldErrors => ({
  groupId: draft.groupId === '' ? t('user.groupNeeded') : undefined,
  password:
    isNew && draft.entry === 'password'
      ? draft.password === '' || isLongEnough(draft.password)
        ? wrong.password
        : t('setup.passwordShort')
      : undefined,
});

const contactOf = (draft: UserDraft) => ({
  contactPerson: draft.contactPerson,
  contactNumber: draft.contactNumber,
  countryCode: draft.countryCode,
  stateCode: draft.stateCode,
  city: draft.city,
  street: draft.street,
  zip: draft.zip,
  isBusiness: draft.isBusiness,
  language: Number(draft.language),
});

export const createInput = (draft: UserDraft): InputOf<typeof user.create> => ({
  email: draft.email.trim(),
  ...(draft.entry === 'invite' ? { sendInvitation: true } : { password: draft.password }),
  groupId: Number(draft.groupId),
  companyId: Number(draft.companyId || 0),
  memberOf: draft.memberOf.map(Number),
  ...contactOf(draft),
});

/** Only changed fields are sent, so that changes made by others meanwhile are kept. */
export function updateInput(person: UserDetail, draft: UserDraft): InputOf<typeof user.update> {
  const before = draftOf(person);
  const differs = (key: keyof UserDraft) => JSON.stringify(draft[key]) !== JSON.stringify(before[key]);
  const contact = Object.entries(contactOf(draft)).filter(([key]) => differs(key as keyof UserDraft));
  return {
    uid: person.uid,
    ...(differs('email') ? { email: draft.email.trim() } : {}),
    ...(differs('groupId') ? { groupId: Number(draft.groupId) } : {}),
    ...(differs('companyId') ? { companyId: Number(draft.companyId || 0) } : {}),
    ...(differs('memberOf') ? { memberOf: draft.memberOf.map(Number) } : {}),
    ...Object.fromEntries(contact),
  };
}
