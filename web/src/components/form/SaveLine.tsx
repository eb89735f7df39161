import type { ReactNode } from 'react';
import { t } from '../../i18n.ts';
import { Button } from '../base/Button.tsx';
import { FormRefusal } from './FormNotes.tsx';

interface SaveLineProps {
  form: { refusal: string; isDirty: boolean; isBusy: boolean };
  /** Label of the button; default "Save". */
  words?: string;
}

/** The sticky end of a form page: error message and save button. */
export function SaveLine({ form, words }: SaveLineProps): ReactNode {
  return (
    <div className="hp-save-line">
      <FormRefusal words={form.refusal} />
      <Button disabled={!form.isDirty} type="submit" isBusy={form.isBusy} variant="primary">
        {words ?? t('form.save')}
      </Button>
    </div>
  );
}
