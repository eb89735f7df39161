import type { OutputOf } from '@helioport/contract/endpoint';
import { fieldRules } from '@helioport/contract/fieldRules';
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
    (draft, wrong) => userErrors(draft, wrong, isNew),
    `user-${person?.uid ?? ''}`,
    fieldRules(user.create),
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
  const { draft } = form;
  return (
    <>
      {mayChangeEmail && (
        <TextField
          {...form.text('email')}
          {...(isNew ? {} : { hint: t('user.edit.emailHint') })}
          label={t('user.field.email')}
          type="email"
        />
      )}
      {isNew && (
        <RadioField
          {...form.field('entry')}
          label={t('user.create.entry')}
          options={[
            { value: 'invite', label: t('user.create.invite'), hint: t('user.create.inviteHint') },
            { value: 'password', label: t('user.create.password'), hint: t('user.create.passwordHint') },
          ]}
        />
      )}
      {isNew && draft.entry === 'password' && (
        <TextField
          {...form.text('password')}
          autoComplete="new-password"
          hint={passwordHint(draft.password)}
          label={t('login.password')}
          type="password"
        />
      )}
    </>
  );
}

/** Role and companies, which determine the data access. Users cannot change their own. */
function PlaceFields({ form, person }: { form: Form; person: UserDetail | undefined }): ReactNode {
  const { draft, change } = form;
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
        {...form.choice('groupId')}
        hint={t('user.edit.roleHint')}
        label={t('user.field.role')}
        nothing={t('user.edit.chooseRole')}
        options={[...own, ...roles]}
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
        <TextField {...form.text('contactPerson')} isOptional label={t('user.field.contactPerson')} />
        <TextField
          {...form.text('contactNumber')}
          isOptional
          label={t('user.field.contactNumber')}
          type="tel"
        />
        <CountryFields countryCode={draft.countryCode} onChange={change} stateCode={draft.stateCode} />
        <TextField {...form.text('city')} isOptional label={t('user.field.city')} />
        <TextField {...form.text('zip')} isOptional label={t('user.field.zip')} />
      </div>
      <TextField {...form.text('street')} isOptional label={t('user.field.street')} />
      <ChoiceField
        {...form.choice('language')}
        label={t('user.field.language')}
        options={languages.map(({ code, title }) => ({ value: String(code), label: title }))}
      />
      <CheckField {...form.tick('isBusiness')} label={t('user.field.isBusiness')} />
    </>
  );
}
