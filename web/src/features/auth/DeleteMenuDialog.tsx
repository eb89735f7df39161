import { auth } from '@helioport/contract/auth';
import type { ReactNode } from 'react';
import { useWrite } from '../../api/query.ts';
import { RadioField } from '../../components/form/FormFields.tsx';
import { t } from '../../i18n.ts';
import { DraftDialog } from '../../session/DraftDialog.tsx';
import { titleOf } from '../../session/menus.ts';
import { useDraft } from '../../session/useDraft.ts';
import { allMenus, type Menu } from './menuOrder.ts';

/** Deletes a menu entry; asks whether to move or delete its children. */
export function DeleteMenuDialog({ menu, onClose }: { menu: Menu; onClose: () => void }): ReactNode {
  const form = useDraft<{ below: 'lift' | 'delete' }>({ below: 'lift' });
  const del = useWrite(auth.menuDel, { quiet: true });
  const below = allMenus(menu.children).length;
  return (
    <DraftDialog
      form={form}
      isDanger
      onClose={onClose}
      work={({ below: choice }) => del.mutateAsync({ id: menu.id, ...(below > 0 ? { below: choice } : {}) })}
      done={t('auth.menu.deleted')}
      submit={t('form.delete')}
      title={t('auth.menu.deleteTitle', { name: titleOf(menu) })}
    >
      <p>{t('auth.menu.deleteRoles', { count: menu.roles.length })}</p>
      {below > 0 && (
        <RadioField
          {...form.field('below')}
          label={t('auth.menu.belowQuestion', { count: below })}
          options={[
            { value: 'lift', label: t('auth.menu.lift') },
            { value: 'delete', label: t('auth.menu.deleteBelow') },
          ]}
        />
      )}
    </DraftDialog>
  );
}
