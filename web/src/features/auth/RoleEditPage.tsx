import { auth } from '@helioport/contract/auth';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { useCall } from '../../api/query.ts';
import { Button } from '../../components/base/Button.tsx';
import { Page } from '../../components/base/Page.tsx';
import { Panel } from '../../components/base/Panel.tsx';
import { Tag } from '../../components/base/Tag.tsx';
import { urlFields, whole } from '../../components/base/urlFields.ts';
import { useUrlState } from '../../components/base/useUrlState.ts';
import { t } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { Can } from '../../session/Can.tsx';
import { pageTitle } from '../../session/pageTitle.ts';
import { DeleteRoleDialog } from './DeleteRoleDialog.tsx';
import { RightsEditor } from './RightsEditor.tsx';
import { RoleDrawer } from './RoleDrawer.tsx';
import { type Role, scopeWords } from './role.ts';
import { ViewAsDialog } from './ViewAsDialog.tsx';
import './auth.css';

const ALL_ROLES = 1000;
const schema = urlFields({ id: whole(0, 1e9, 0) });

/** One role: its reach, and the pages, buttons and modules that it opens. */
export default function RoleEditPage(): ReactNode {
  const [{ id }] = useUrlState(schema);
  const answer = useCall(auth.roleList, { page: { size: ALL_ROLES, num: 0 } }, { live: 'none' });
  const role = answer.data?.list.find((one) => one.id === id);
  return (
    <Page
      actions={role && <Actions role={role} />}
      crumbs={[{ title: pageTitle('rolesPermission'), to: paths.roles() }]}
      sub={
        role && (
          <>
            <span>{scopeWords(role.scope)}</span>
            <span>{t('auth.role.holdersCount', { count: role.holders })}</span>
            {role.isSystem && <Tag>{t('auth.role.system')}</Tag>}
            {role.readsOnly && <Tag icon="eye">{t('auth.role.readsOnly')}</Tag>}
          </>
        )
      }
      title={role?.title ?? t('auth.role.one')}
    >
      {role ? (
        <RightsEditor key={role.id} role={role} />
      ) : (
        <Panel
          answer={answer}
          empty={{ title: t('auth.role.unknown'), icon: 'shield' }}
          height={240}
          title={t('auth.rights.title')}
        >
          {null}
        </Panel>
      )}
    </Page>
  );
}

function Actions({ role }: { role: Role }): ReactNode {
  const [open, setOpen] = useState<'edit' | 'delete' | 'view' | null>(null);
  const navigate = useNavigate();
  const close = () => setOpen(null);
  return (
    <>
      <Can call={auth.roleViewAs}>
        <Button onClick={() => setOpen('view')}>{t('auth.viewAs.open')}</Button>
      </Can>
      <Can call={auth.roleUpdate}>
        <Button onClick={() => setOpen('edit')}>{t('form.edit')}</Button>
      </Can>
      {!role.isSystem && (
        <Can call={auth.roleDel}>
          <Button isDanger onClick={() => setOpen('delete')}>
            {t('form.delete')}
          </Button>
        </Can>
      )}
      {open === 'view' && <ViewAsDialog onClose={close} role={role} />}
      {open === 'edit' && <RoleDrawer onClose={close} role={role} />}
      {open === 'delete' && (
        <DeleteRoleDialog
          onClose={close}
          onDeleted={() => void navigate(paths.roles(), { replace: true })}
          role={role}
        />
      )}
    </>
  );
}
