import type { ReactNode } from 'react';
import { Dialog } from '../components/base/Dialog.tsx';
import { Icon } from '../components/base/Icon.tsx';
import { FormRefusal } from '../components/form/FormNotes.tsx';
import { t } from '../i18n.ts';

interface ViewAsWindowProps {
  title: string;
  /** What will be visible, and that the session is read-only. */
  hint: string;
  /** Error message if it could not start. */
  refusal: string;
  isBusy: boolean;
  onStart: () => void;
  onClose: () => void;
  /** What there is to choose, if anything. */
  children?: ReactNode;
}

/** Asks for confirmation before impersonation starts. */
export function ViewAsWindow({ title, hint, children, ...form }: ViewAsWindowProps): ReactNode {
  return (
    <Dialog
      isBusy={form.isBusy}
      submit={t('auth.viewAs.start')}
      onClose={form.onClose}
      onSubmit={form.onStart}
      title={title}
    >
      <div className="hp-edit">
        <FormRefusal words={form.refusal} />
        <p className="hp-edit-note">
          <Icon name="eye" size={18} />
          {hint}
        </p>
        {children}
      </div>
    </Dialog>
  );
}
