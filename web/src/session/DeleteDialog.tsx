import type { Endpoint, InputOf } from '@helioport/contract/endpoint';
import type { ReactNode } from 'react';
import { useWrite } from '../api/query.ts';
import { t } from '../i18n.ts';
import { DraftDialog } from './DraftDialog.tsx';
import { useDraft } from './useDraft.ts';

interface DeleteDialogProps<E extends Endpoint> {
  endpoint: E;
  input: InputOf<E>;
  /** Name of the item to delete. */
  name: string;
  /** The consequences for dependent data. */
  hint: string;
  /** Success message. */
  done: string;
  onClose: () => void;
}

/** Confirms a deletion that needs no further input. A rejection is shown in the dialog. */
export function DeleteDialog<E extends Endpoint>(props: DeleteDialogProps<E>): ReactNode {
  const { endpoint, input, name, hint, done, onClose } = props;
  const form = useDraft({});
  const del = useWrite(endpoint, { quiet: true });
  return (
    <DraftDialog
      done={done}
      form={form}
      isDanger
      onClose={onClose}
      submit={t('form.delete')}
      title={t('form.deleteNamed', { name })}
      work={() => del.mutateAsync(input)}
    >
      <p>{hint}</p>
    </DraftDialog>
  );
}
