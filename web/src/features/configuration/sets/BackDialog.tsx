import { configuration } from '@helioport/contract/configuration';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { useCall, useWrite } from '../../../api/query.ts';
import { Dialog } from '../../../components/base/Dialog.tsx';
import { toast } from '../../../components/base/Toaster.tsx';
import type { TableState } from '../../../components/table/tableState.ts';
import { t } from '../../../i18n.ts';
import { paths } from '../../../paths.ts';
import { PreviewTable } from './PreviewTable.tsx';
import type { Run } from './sets.ts';

const { inverterRunBack, inverterRunBackPreview } = configuration;
const WIDE = 960;

/** Previews and sends the commands that restore the values read before the run. */
export function BackDialog({
  one,
  sn,
  onClose,
}: {
  one: Run;
  /** None: all of them. */
  sn: readonly string[];
  onClose: () => void;
}): ReactNode {
  const [table, setTable] = useState<TableState>({ page: 1, size: 20, sort: '', order: 'asc' });
  const navigate = useNavigate();
  const back = useWrite(inverterRunBack);
  const input = { id: one.id, sn: [...sn] };
  const answer = useCall(
    inverterRunBackPreview,
    { ...input, page: { size: table.size, num: table.page - 1 } },
    { live: 'none', keepsPrevious: true },
  );
  const done = ({ runId, waiting }: { runId: number; waiting: number }) => {
    toast(waiting > 0 ? t('command.waiting') : t('parameterSet.sent'), 'success');
    onClose();
    void navigate(paths.inverterRun(runId));
  };
  return (
    <Dialog
      isBusy={back.isPending}
      isDanger
      isReady={!((answer.data?.told ?? 0) === 0)}
      submit={t('parameterSet.back')}
      onClose={onClose}
      onSubmit={() => back.mutate(input, { onSuccess: done })}
      title={t('parameterSet.backNamed', { name: one.name })}
      width={WIDE}
    >
      <p>{t('parameterSet.backHint')}</p>
      <PreviewTable
        answer={answer}
        onState={(patch) => setTable((state) => ({ ...state, ...patch }))}
        state={table}
      />
    </Dialog>
  );
}
