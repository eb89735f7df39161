import { user } from '@helioport/contract/user';
import type { ReactNode } from 'react';
import { RemoteField } from '../../components/form/RemoteField.tsx';
import { t } from '../../i18n.ts';
import { useMayCall } from '../../session/Can.tsx';
import { useCompanyChoices, usePeopleChoices } from '../../session/remoteChoices.ts';
import { useDraft } from '../../session/useDraft.ts';
import { ViewAsWindow } from '../../session/ViewAsWindow.tsx';
import { startView } from '../../session/viewing.ts';
import type { Role } from './role.ts';

/** Impersonates a role: in a company or as one user, if that determines the data access. */
export function ViewAsDialog({ role, onClose }: { role: Role; onClose: () => void }): ReactNode {
  const form = useDraft({ companyId: '', uid: '' });
  const { companyId, uid } = form.draft;
  const submit = () =>
    void form.save(() =>
      startView(uid === '' ? { roleId: role.id, companyId: Number(companyId || 0) } : { uid }),
    );
  return (
    <ViewAsWindow
      hint={t('auth.viewAs.hint')}
      isBusy={form.isBusy}
      onClose={onClose}
      onStart={submit}
      refusal={form.refusal}
      title={t('auth.viewAs.title', { name: role.title })}
    >
      {role.scope === 'company' && (
        <CompanyField chosen={companyId} onChoose={(chosen) => form.change({ companyId: chosen })} />
      )}
      {role.scope === 'own' && (
        <PersonField chosen={uid} onChoose={(chosen) => form.change({ uid: chosen })} roleId={role.id} />
      )}
    </ViewAsWindow>
  );
}

interface FieldProps {
  chosen: string;
  onChoose: (chosen: string) => void;
}

function CompanyField({ chosen, onChoose }: FieldProps): ReactNode {
  const maySearch = useMayCall(user.companyChoices);
  const choices = useCompanyChoices([], maySearch);
  if (!maySearch) return null;
  return (
    <RemoteField
      choices={choices}
      chosen={chosen}
      onChoose={onChoose}
      hint={t('auth.viewAs.companyHint')}
      label={t('auth.viewAs.company')}
      nothing={t('auth.viewAs.anyCompany')}
    />
  );
}

function PersonField({ chosen, onChoose, roleId }: FieldProps & { roleId: number }): ReactNode {
  const maySearch = useMayCall(user.list);
  const choices = usePeopleChoices('uid', [], { isEnabled: maySearch, roleId });
  if (!maySearch) return null;
  return (
    <RemoteField
      choices={choices}
      chosen={chosen}
      onChoose={onChoose}
      hint={t('auth.viewAs.personHint')}
      label={t('auth.viewAs.person')}
      nothing={t('auth.viewAs.anyPerson')}
    />
  );
}
