import { device } from '@helioport/contract/device';
import { fieldRules } from '@helioport/contract/fieldRules';
import type { ReactNode } from 'react';
import { CallFailure } from '../../../api/failure.ts';
import { useWrite } from '../../../api/query.ts';
import { TextField } from '../../../components/form/FormFields.tsx';
import { t } from '../../../i18n.ts';
import { DraftDialog } from '../../../session/DraftDialog.tsx';
import { useDraft } from '../../../session/useDraft.ts';

interface ReplaceDialogProps {
  sid: string;
  sn: string;
  onClose: () => void;
}

/** Replaces a device by another one after explaining the effect on both. */
export default function ReplaceDialog({ sid, sn, onClose }: ReplaceDialogProps): ReactNode {
  const form = useDraft({ newSn: '' }, undefined, undefined, fieldRules(device.replace));
  const replace = useWrite(device.replace, { quiet: true, refreshes: ['site', 'overview'] });
  return (
    <DraftDialog
      form={form}
      onClose={onClose}
      work={async ({ newSn }) => {
        const answer = await replace.mutateAsync({ sid, sn, newSn: newSn.trim() });
        if (!answer.isReplaced) throw new CallFailure({ message: answer.msg });
        return answer.sn;
      }}
      done={(now) => t('site.replace.done', { sn: now, from: sn })}
      submit={t('site.replace.submit')}
      title={t('site.replace.title', { sn })}
    >
      <ul className="hp-device-what">
        <li>{t('site.replace.place')}</li>
        <li>{t('site.replace.sums')}</li>
        <li>{t('site.replace.history')}</li>
        <li>{t('site.replace.undoHint')}</li>
      </ul>
      <TextField
        {...form.text('newSn', 70)}
        hint={t('site.replace.newSnHint')}
        label={t('site.replace.newSn')}
      />
    </DraftDialog>
  );
}
