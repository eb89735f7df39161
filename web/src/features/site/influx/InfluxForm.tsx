import { fieldRules } from '@helioport/contract/fieldRules';
import { influx } from '@helioport/contract/influx';
import { type ReactNode, useState } from 'react';
import { useWrite } from '../../../api/query.ts';
import { Button } from '../../../components/base/Button.tsx';
import { toast } from '../../../components/base/Toaster.tsx';
import { DraftForm } from '../../../components/form/DraftForm.tsx';
import { TextField } from '../../../components/form/FormFields.tsx';
import { FormRefusal, RestoredNote } from '../../../components/form/FormNotes.tsx';
import { t } from '../../../i18n.ts';
import { useDraft } from '../../../session/useDraft.ts';
import type { Output } from './InfluxPanel.tsx';

interface InfluxFormProps {
  sid: string;
  /** Absent: a new one. */
  output?: Output;
  onClose: () => void;
}

/** Address, organization, bucket and token of an output. The token is not part of the draft that is kept. */
export function InfluxForm({ sid, output, onClose }: InfluxFormProps): ReactNode {
  const save = useWrite(influx.save, { quiet: true });
  const form = useDraft(
    { url: output?.url ?? '', org: output?.org ?? '', bucket: output?.bucket ?? '' },
    undefined,
    `influx-${sid}`,
    fieldRules(influx.save),
  );
  const [token, setToken] = useState('');
  const submit = async () => {
    const isSaved = await form.save(async (draft) => {
      await save.mutateAsync({
        ...draft,
        sid,
        isActive: output?.isActive ?? true,
        ...(token === '' ? {} : { token: token.trim() }),
      });
    });
    if (!isSaved) return;
    toast(t('influx.saved'), 'success');
    onClose();
  };
  return (
    <DraftForm className="hp-edit hp-influx-form" form={form} onSubmit={submit}>
      <h3>{output ? t('influx.edit') : t('influx.new')}</h3>
      <RestoredNote onDrop={form.dropRestored} />
      <FormRefusal words={form.refusal} />
      <TextField {...form.text('url')} hint={t('influx.urlHint')} label={t('feed.url')} />
      <div className="hp-influx-pair">
        <TextField {...form.text('org')} hint={t('influx.emptyHint')} label={t('influx.org')} />
        <TextField {...form.text('bucket')} hint={t('influx.emptyHint')} label={t('influx.bucket')} />
      </div>
      <TextField
        autoComplete="off"
        hint={output?.hasToken ? t('influx.tokenKept') : t('influx.tokenHint')}
        label={t('feed.token')}
        maxLength={500}
        onChange={setToken}
        type="password"
        value={token}
      />
      <div className="hp-influx-actions">
        <Button type="submit" isBusy={form.isBusy} variant="primary">
          {t('influx.save')}
        </Button>
        <Button onClick={onClose}>{t('ui.cancel')}</Button>
      </div>
    </DraftForm>
  );
}
