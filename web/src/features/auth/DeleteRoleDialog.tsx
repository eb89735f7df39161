import { auth } from '@helioport/contract/auth';
import type { ReactNode } from 'react';
import { useCall, useWrite } from '../../api/query.ts';
import { ChoiceField } from '../../components/form/FormFields.tsx';
import { t } from '../../i18n.ts';
import { DraftDialog } from '../../session/DraftDialog.tsx';
import { useDraft } from '../../session/useDraft.ts';
import type { Role } from './role.ts';

const ALL_ROLES = 1000;

interface DeleteRoleDialogProps {
  role: Role;
  onClose: () => void;
  onDeleted: () => void;
}

/** Deletes a role; asks for the new role of its users. */
export function DeleteRoleDialog({ role, onClose, onDeleted }: DeleteRoleDialogProps): ReactNode {
  const roles = useCall(auth.roleList, { page: { size: ALL_ROLES, num: 0 } }, { live: 'none' });
  const form = useDraft({ replacement: '' }, ({ replacement }) => ({
    replacement: role.holders > 0 && replacement === '' ? t('login.required') : undefined,
  }));
  const del = useWrite(auth.roleDel, { quiet: true, refreshes: ['user'] });
  return (
    <DraftDialog
      form={form}
      isDanger
      onClose={onClose}
      work={({ replacement }) =>
        del.mutateAsync({ id: role.id, ...(replacement === '' ? {} : { handOverTo: Number(replacement) }) })
      }
      done={t('auth.role.deleted')}
      onSaved={onDeleted}
      submit={t('form.delete')}
      title={t('auth.role.deleteTitle', { name: role.title })}
    >
      {role.holders === 0 ? (
        <p>{t('auth.role.deleteEmpty')}</p>
      ) : (
        <ChoiceField
          {...form.choice('replacement')}
          label={t('auth.role.heir', { count: role.holders })}
          nothing={t('auth.role.chooseHeir')}
          options={(roles.data?.list ?? [])
            .filter(({ id }) => id !== role.id)
            .map(({ id, title }) => ({ value: String(id), label: title }))}
        />
      )}
    </DraftDialog>
  );
}
