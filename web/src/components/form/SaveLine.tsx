import type { ReactNode } from 'react';
import { t } from '../../i18n.ts';
import { Button } from '../base/Button.tsx';
import { FormRefusal } from './EditDrawer.tsx';

interface SaveLineProps {
  form: { refusal: string; isDirty: boolean; isBusy: boolean };
  /** On the button; "Save" where nothing is said. */
  words?: string;
}

/** The end of a form on a page of its own: what was said against it, and the button. It stays in sight. */
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
