import type { ReactNode } from 'react';
import { Button } from '../../components/base/Button.tsx';
import { Dialog } from '../../components/base/Dialog.tsx';
import { DraftForm } from '../../components/form/DraftForm.tsx';
import { FormRefusal } from '../../components/form/FormNotes.tsx';
import { t } from '../../i18n.ts';
import type { Draft } from '../../session/useDraft.ts';

interface PreviewDialogProps<T> {
  title: string;
  /** px. */
  width: number;
  form: Draft<T>;
  /** What the action would change; undefined while the form is shown. */
  preview: ReactNode;
  /** Button that shows the preview. */
  look: { label: string; onClick: () => unknown };
  /** Button that carries out what the preview shows. */
  apply: { label: string; isPossible: boolean; onClick: () => unknown };
  /** Returns from the preview to the form. */
  onBack: () => void;
  onClose: () => void;
  /** The fields of the form. */
  children: ReactNode;
}

/** A form whose effect is shown before it is carried out. */
export function PreviewDialog<T>(props: PreviewDialogProps<T>): ReactNode {
  const { title, width, form, preview, look, apply, onBack, onClose, children } = props;
  return (
    <Dialog
      closesByClick={false}
      footer={
        preview ? (
          <>
            <Button onClick={onBack}>{t('ui.back')}</Button>
            <Button
              disabled={!apply.isPossible}
              isBusy={form.isBusy}
              onClick={() => void apply.onClick()}
              variant="primary"
            >
              {apply.label}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>{t('form.cancel')}</Button>
            <Button isBusy={form.isBusy} onClick={() => void look.onClick()} variant="primary">
              {look.label}
            </Button>
          </>
        )
      }
      onClose={onClose}
      title={title}
      width={width}
    >
      <FormRefusal words={form.refusal} />
      {preview ?? (
        <DraftForm className="hp-edit" form={form} onSubmit={look.onClick}>
          {children}
        </DraftForm>
      )}
    </Dialog>
  );
}
