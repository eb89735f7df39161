import { auth } from '@helioport/contract/auth';
import { fieldRules } from '@helioport/contract/fieldRules';
import type { ReactNode } from 'react';
import { useCall, useWrite } from '../../api/query.ts';
import { CheckField, ChoiceField, RadioField, TextField } from '../../components/form/FormFields.tsx';
import { t } from '../../i18n.ts';
import { DraftDrawer } from '../../session/DraftDrawer.tsx';
import { useDraft } from '../../session/useDraft.ts';
import { type Role, scopeHint, scopes, scopeWords } from './role.ts';
import { TitleFields } from './TitleFields.tsx';
import './auth.css';

interface RoleDraft {
  name: string;
  titleLocale: Readonly<Record<string, string>>;
  scope: Role['scope'];
  readsOnly: boolean;
  copyOf: string;
}

interface RoleDrawerProps {
  /** What to change; absent: a new role. */
  role?: Role;
  onClose: () => void;
  onCreated?: (id: number) => void;
}

const ALL_ROLES = 1000;

/** Creates a role or changes its name and scope. Its permissions are edited on its page. */
export function RoleDrawer({ role, onClose, onCreated }: RoleDrawerProps): ReactNode {
  const form = useDraft<RoleDraft>(
    {
      name: role?.name ?? '',
      titleLocale: role?.titleLocale ?? {},
      scope: role?.scope ?? 'own',
      readsOnly: role?.readsOnly ?? false,
      copyOf: '',
    },
    undefined,
    `role-${role?.id ?? ''}`,
    fieldRules(auth.roleCreate),
  );
  const create = useWrite(auth.roleCreate, { quiet: true });
  const update = useWrite(auth.roleUpdate, { quiet: true, refreshes: ['user'] });
  const models = useCall(
    auth.roleList,
    { page: { size: ALL_ROLES, num: 0 } },
    { live: 'none', isEnabled: role === undefined },
  );
  const save = async ({ name, titleLocale, scope, readsOnly, copyOf }: RoleDraft) => {
    const fields = { name: name.trim(), titleLocale: { ...titleLocale }, scope, readsOnly };
    if (role) await update.mutateAsync({ id: role.id, ...fields });
    else return await create.mutateAsync({ ...fields, ...(copyOf ? { copyOf: Number(copyOf) } : {}) });
  };
  const { draft, change } = form;
  return (
    <DraftDrawer
      done={role ? t('auth.role.changed') : t('auth.role.created')}
      form={form}
      onClose={onClose}
      onSaved={(made) => made && onCreated?.(made.id)}
      submit={role ? t('form.save') : t('auth.role.create')}
      title={role ? t('auth.role.edit') : t('auth.role.new')}
      work={save}
    >
      <TextField {...form.text('name')} label={t('auth.role.name')} />
      <RadioField
        {...form.field('scope')}
        label={t('auth.role.scopeQuestion')}
        options={scopes.map((value) => ({ value, label: scopeWords(value), hint: scopeHint(value) }))}
      />
      <CheckField
        {...form.tick('readsOnly')}
        hint={t('auth.role.readsOnlyHint')}
        label={t('auth.role.readsOnly')}
      />
      {role === undefined && (
        <ChoiceField
          {...form.choice('copyOf')}
          hint={t('auth.role.copyHint')}
          isOptional
          label={t('auth.role.copyOf')}
          nothing={t('auth.role.copyNothing')}
          options={(models.data?.list ?? []).map(({ id, title }) => ({ value: String(id), label: title }))}
        />
      )}
      <TitleFields onChange={(titleLocale) => change({ titleLocale })} titles={draft.titleLocale} />
    </DraftDrawer>
  );
}
