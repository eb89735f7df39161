import { pv } from '@helioport/contract/pv';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useWrite } from '../../../api/query.ts';
import { TextField } from '../../../components/form/FormFields.tsx';
import { t } from '../../../i18n.ts';
import { paths } from '../../../paths.ts';
import { DraftDialog } from '../../../session/DraftDialog.tsx';
import { useDraft } from '../../../session/useDraft.ts';
import type { SiteDetail } from './siteDraft.ts';

interface DeleteSiteDialogProps {
  detail: SiteDetail;
  onClose: () => void;
}

/** Deletes a plant after explaining the consequences and asking for its name. */
export function DeleteSiteDialog({ detail, onClose }: DeleteSiteDialogProps): ReactNode {
  const navigate = useNavigate();
  const name = detail.siteName.trim();
  const form = useDraft({ typed: '' }, ({ typed }) => ({
    typed: typed.trim() === name ? undefined : t('site.delete.wrongName', { name }),
  }));
  const remove = useWrite(pv.delete, { quiet: true, refreshes: ['site', 'overview', 'device'] });
  return (
    <DraftDialog
      form={form}
      isDanger
      onClose={onClose}
      work={({ typed }) => remove.mutateAsync({ sid: detail.sid, siteName: typed.trim() })}
      done={t('site.delete.done', { name })}
      onSaved={() => navigate(paths.sites(), { replace: true })}
      submit={t('site.delete.submit')}
      title={t('site.delete.question', { name })}
    >
      <ul className="hp-delete-list">
        <li>{t('site.delete.history')}</li>
        <li>{t('site.delete.devices', { count: detail.sn.length })}</li>
        <li>{t('site.delete.people')}</li>
      </ul>
      <TextField {...form.text('typed', 120)} label={t('site.delete.typeName', { name })} />
    </DraftDialog>
  );
}
