import { canonicalSn } from '@helioport/domain/deviceIdentity';
import type { ReactNode } from 'react';
import { t } from '../../../i18n.ts';
import { useDraft } from '../../../session/useDraft.ts';
import { FormDialog } from '../../form/FormDialog.tsx';
import { TextField } from '../../form/FormFields.tsx';

interface TypedSnDialogProps {
  sn: string;
  title: string;
  submit: string;
  /** The data that will be deleted, one item each. */
  hints: readonly string[];
  /** Runs the action with the serial number as typed; rejects with the reason. */
  onDo: (typed: string) => Promise<unknown>;
  onClose: () => void;
}

/** Requires typing the serial number before an action that cannot be undone. */
export function TypedSnDialog({ sn, title, submit, hints, onDo, onClose }: TypedSnDialogProps): ReactNode {
  const form = useDraft({ typed: '' }, ({ typed }) => ({
    typed: canonicalSn(typed) === sn ? undefined : t('device.act.wrongSn', { sn }),
  }));
  return (
    <FormDialog
      form={form}
      isDanger
      onClose={onClose}
      onSubmit={() => void form.save(({ typed }) => onDo(typed))}
      submit={submit}
      title={title}
    >
      <ul className="hp-delete-list">
        {hints.map((hint) => (
          <li key={hint}>{hint}</li>
        ))}
      </ul>
      <TextField {...form.text('typed', 70)} label={t('device.act.typeSn', { sn })} />
    </FormDialog>
  );
}
