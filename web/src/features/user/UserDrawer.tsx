import type { OutputOf } from '@helioport/contract/endpoint';
import { user } from '@helioport/contract/user';
import { languages } from '@helioport/domain/languages';
import type { ReactNode } from 'react';
import { useWrite } from '../../api/query.ts';
import {
  CheckField,
  ChoiceField,
  FieldFrame,
  RadioField,
  TextField,
} from '../../components/form/FormFields.tsx';
import { RemoteField } from '../../components/form/RemoteField.tsx';
import { RemoteSelectMany } from '../../components/form/RemoteSelect.tsx';
import { t } from '../../i18n.ts';
import { CountryFields } from '../../session/CountryFields.tsx';
import { DraftDrawer } from '../../session/DraftDrawer.tsx';
import { passwordHint } from '../../session/passwordHint.ts';
import { useCompanyChoices, useRoleChoices } from '../../session/remoteChoices.ts';
import { useSession } from '../../session/session.ts';
import { type Draft, useDraft } from '../../session/useDraft.ts';
import {
  createInput,
  draftOf,
  newUser,
  type UserDetail,
  type UserDraft,
  updateInput,
  userErrors,
} from './userDraft.ts';

interface UserDrawerProps {
  /** The user to change; absent: a new user. */
  person?: UserDetail;
  onClose: () => void;
  onCreated?: (made: OutputOf<typeof user.create>) => void;
}

/** Creates a user or changes the data of one. */
export function UserDrawer({ person, onClose, onCreated }: UserDrawerProps): ReactNode {
  const isNew = person === undefined;
  const ownCompany = useSession((session) => session.companyId);
  const form = useDraft<UserDraft>(
    person ? draftOf(person) : newUser(ownCompany === 0 ? '' : String(ownCompany)),
    (draft) => userErrors(draft, isNew),
    `user-${person?.uid ?? ''}`,
  );
  const create = useWrite(user.create, { quiet: true });
  const update = useWrite(user.update, { quiet: true });
  const save = async (draft: UserDraft) => {
    if (person) await update.mutateAsync(updateInput(person, draft));
    else return await create.mutateAsync(createInput(draft));
  };
  return (
    <DraftDrawer
      done={isNew ? t('user.create.done') : t('user.edit.done')}
      form={form}
      onClose={onClose}
      onSaved={(made) => made && onCreated?.(made)}
      submit={isNew ? t('user.create.submit') : t('form.save')}
      title={isNew ? t('user.create.title') : t('user.edit.title')}
      work={save}
    >
      <EntryFields form={form} isNew={isNew} mayChangeEmail={person?.mayChangeEmail ?? true} />
      {person?.isMe ? null : <PlaceFields form={form} person={person} />}
      <ContactFields form={form} />
    </DraftDrawer>
  );
}

type Form = Draft<UserDraft>;

interface EntryProps {
  form: Form;
  isNew: boolean;
  mayChangeEmail: boolean;
}

function EntryFields({ form, isNew, mayChangeEmail }: EntryProps): ReactNode {
  const { draft, change, errors } = form;
  return (
    <>
      {mayChangeEmail && (
        <TextField
          error={errors.email}
          {...(isNew ? {} : { hint: t('user.edit.emailHint') })}
          label={t('user.field.email')}
          maxLength={254}
          onChange={(email) => change({ email })}
          type="email"
          value={draft.email}
        />
      )}
      {isNew && (
        <RadioField
          label={t('user.create.entry')}
          onChange={(entry) => change({ entry })}
          options={[
            { value: 'invite', label: t('user.create.invite'), hint: t('user.create.inviteHint') },
            { value: 'password', label: t('user.create.password'), hint: t('user.create.passwordHint') },
          ]}
          value={draft.entry}
        />
      )}
      {isNew && draft.entry === 'password' && (
        <TextField
          autoComplete="new-password"
          error={errors.password}
          hint={passwordHint(draft.password)}
          label={t('login.password')}
          maxLength={200}
          onChange={(password) => change({ password })}
          type="password"
          value={draft.password}
        />
      )}
    </>
  );
}

/** Role and companies, which determine the data access. Users cannot change their own. */
function PlaceFields({ form, person }: { form: Form; person: UserDetail | undefined }): ReactNode {
  const { draft, change, errors } = form;
  const roles = useRoleChoices();
  const known = (person?.companies ?? []).map(({ companyId, companyName }) => ({
    value: String(companyId),
    label: companyName,
  }));
  const home = useCompanyChoices(known);
  const further = useCompanyChoices(known);
  const hasRole = roles.some(({ value }) => value === String(person?.groupId));
  const own = person && !hasRole ? [{ value: String(person.groupId), label: person.groupName }] : [];
  return (
    <>
      <ChoiceField
        error={errors.groupId}
        hint={t('user.edit.roleHint')}
        label={t('user.field.role')}
        nothing={t('user.edit.chooseRole')}
        onChange={(groupId) => change({ groupId })}
        options={[...own, ...roles]}
        value={draft.groupId}
      />
      <RemoteField
        choices={home}
        chosen={draft.companyId}
        hint={t('user.edit.companyHint')}
        label={t('user.field.company')}
        nothing={t('user.noCompany')}
        onChoose={(companyId) => change({ companyId })}
      />
      <FieldFrame hint={t('user.edit.memberHint')} isOptional label={t('user.field.memberOf')}>
        {({ id, ...ids }) => (
          <RemoteSelectMany
            {...further}
            aria-describedby={ids['aria-describedby']}
            chosen={draft.memberOf}
            id={id}
            onChoose={(memberOf) => change({ memberOf })}
            options={further.options.filter(({ value }) => value !== draft.companyId)}
            placeholder={t('user.edit.searchCompany')}
          />
        )}
      </FieldFrame>
    </>
  );
}

function ContactFields({ form }: { form: Form }): ReactNode {
  const { draft, change } = form;
  return (
    <>
      <div className="hp-edit-pair">
        <TextField
          isOptional
          label={t('user.field.contactPerson')}
          maxLength={80}
          onChange={(contactPerson) => change({ contactPerson })}
          value={draft.contactPerson}
        />
        <TextField
          isOptional
          label={t('user.field.contactNumber')}
          maxLength={40}
          onChange={(contactNumber) => change({ contactNumber })}
          type="tel"
          value={draft.contactNumber}
        />
        <CountryFields countryCode={draft.countryCode} onChange={change} stateCode={draft.stateCode} />
        <TextField
          isOptional
          label={t('user.field.city')}
          maxLength={80}
          onChange={(city) => change({ city })}
          value={draft.city}
        />
        <TextField
          isOptional
          label={t('user.field.zip')}
          maxLength={20}
          onChange={(zip) => change({ zip })}
          value={draft.zip}
        />
      </div>
      <TextField
        isOptional
        label={t('user.field.street')}
        maxLength={120}
        onChange={(street) => change({ street })}
        value={draft.street}
      />
      <ChoiceField
        label={t('user.field.language')}
        onChange={(language) => change({ language })}
        options={languages.map(({ code, title }) => ({ value: String(code), label: title }))}
        value={draft.language}
      />
      <CheckField
        isChecked={draft.isBusiness}
        label={t('user.field.isBusiness')}
        onChange={(isBusiness) => change({ isBusiness })}
      />
    </>
  );
}
