import { user } from '@helioport/contract/user';
import { Modal } from 'antd';
import { type ReactNode, useState } from 'react';
import { useCall } from '../../api/query.ts';
import { t } from '../../i18n.ts';
import { useMayCall } from '../../session/Can.tsx';
import { useDraft } from '../../session/useDraft.ts';
import { startView } from '../../session/viewing.ts';
import { Icon } from '../../ui/base/Icon.tsx';
import { FormRefusal } from '../../ui/form/EditDrawer.tsx';
import { FieldFrame } from '../../ui/form/FormFields.tsx';
import { RemoteSelect } from '../../ui/form/RemoteSelect.tsx';
import type { Role } from './role.ts';

const OFFERED = 20;

/** Looks at the portal through the eyes of a role, in a company where that decides what is seen. */
export function ViewAsDialog({ role, onClose }: { role: Role; onClose: () => void }): ReactNode {
  const form = useDraft({ companyId: '' });
  const submit = () => void form.save(({ companyId }) => startView(role.id, Number(companyId || 0)));
  return (
    <Modal
      cancelText={t('form.cancel')}
      confirmLoading={form.isBusy}
      okText={t('auth.viewAs.start')}
      onCancel={onClose}
      onOk={submit}
      open
      title={t('auth.viewAs.title', { name: role.title })}
    >
      <div className="hp-edit">
        <FormRefusal words={form.refusal} />
        <p className="hp-edit-note">
          <Icon name="eye" size={18} />
          {t('auth.viewAs.hint')}
        </p>
        {role.scope === 'company' && (
          <CompanyField chosen={form.draft.companyId} onChoose={(companyId) => form.change({ companyId })} />
        )}
      </div>
    </Modal>
  );
}

interface CompanyFieldProps {
  chosen: string;
  onChoose: (companyId: string) => void;
}

function CompanyField({ chosen, onChoose }: CompanyFieldProps): ReactNode {
  const [sought, setSought] = useState('');
  const mayAsk = useMayCall(user.companyChoices);
  const answer = useCall(
    user.companyChoices,
    { filters: { keywords: sought }, page: { size: OFFERED, num: 0 } },
    { live: 'none', keepsPrevious: true, quiet: true, isEnabled: mayAsk },
  );
  if (!mayAsk) return null;
  return (
    <FieldFrame hint={t('auth.viewAs.companyHint')} label={t('auth.viewAs.company')}>
      {({ id, ...ids }) => (
        <RemoteSelect
          aria-describedby={ids['aria-describedby']}
          chosen={chosen || undefined}
          id={id}
          isLoading={answer.isFetching}
          mayClear
          onChoose={(companyId) => onChoose(companyId ?? '')}
          onSearch={setSought}
          options={(answer.data?.list ?? []).map(({ companyId, companyName, path }) => ({
            value: String(companyId),
            label: companyName,
            note: path.map((above) => above.companyName).join(' › '),
          }))}
          placeholder={t('auth.viewAs.anyCompany')}
        />
      )}
    </FieldFrame>
  );
}
