import { fieldRules } from '@helioport/contract/fieldRules';
import { site } from '@helioport/contract/site';
import type { ReactNode } from 'react';
import { useWrite } from '../../../api/query.ts';
import { Button } from '../../../components/base/Button.tsx';
import { toast } from '../../../components/base/Toaster.tsx';
import { DraftForm } from '../../../components/form/DraftForm.tsx';
import { AreaField } from '../../../components/form/FormFields.tsx';
import { FormRefusal } from '../../../components/form/FormNotes.tsx';
import { t } from '../../../i18n.ts';
import { useDraft } from '../../../session/useDraft.ts';

interface CommissionFormProps {
  sid: string;
  /** Something is open, so that a reason must be typed. */
  isOpen: boolean;
}

/** Submits the plant, with a note for its owner and, where something is open, with the reason. */
export function CommissionForm({ sid, isOpen }: CommissionFormProps): ReactNode {
  const form = useDraft(
    { note: '', reason: '' },
    ({ reason }) => ({ reason: isOpen && reason.trim() === '' ? t('login.required') : undefined }),
    `commission/${sid}`,
    fieldRules(site.commissionSubmit),
  );
  const submit = useWrite(site.commissionSubmit, { quiet: true, refreshes: ['overview', 'device'] });
  const send = async () => {
    const isDone = await form.save(({ note, reason }) =>
      submit.mutateAsync({ sid, note: note.trim(), reason: isOpen ? reason.trim() : '' }),
    );
    if (isDone) toast(t('site.commission.done'), 'success');
  };
  return (
    <DraftForm className="hp-edit" form={form} onSubmit={() => void send()}>
      <FormRefusal words={form.refusal} />
      <AreaField {...form.text('note')} isOptional label={t('site.commission.note')} rows={4} />
      {isOpen && <AreaField {...form.text('reason')} label={t('site.commission.reason')} rows={2} />}
      <div>
        <Button type="submit" isBusy={form.isBusy} variant="primary">
          {t('site.commission.submit')}
        </Button>
      </div>
    </DraftForm>
  );
}
