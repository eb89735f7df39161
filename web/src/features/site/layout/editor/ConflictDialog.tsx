import type { ReactNode } from 'react';
import { Button } from '../../../../components/base/Button.tsx';
import { Dialog } from '../../../../components/base/Dialog.tsx';
import { formatInstant, formatNumber } from '../../../../components/base/time.ts';
import { t } from '../../../../i18n.ts';
import type { Winner } from '../model/saving.ts';
import type { Conflict } from './useEditing.ts';

interface ConflictDialogProps {
  conflict: Conflict;
  timeZone: string;
  onSettle: (winner: Winner | null) => void;
}

/** Another user saved first: shows the merge result and lets the second user choose. */
export function ConflictDialog({ conflict, timeZone, onSettle }: ConflictDialogProps): ReactNode {
  const { by, at, outcome } = conflict;
  const { remote, conflicts } = outcome.mine;
  return (
    <Dialog
      footer={
        <>
          <Button onClick={() => onSettle(null)}>{t('form.cancel')}</Button>
          {conflicts > 0 && <Button onClick={() => onSettle('theirs')}>{t('layout.keepTheirs')}</Button>}
          <Button onClick={() => onSettle('mine')} variant="primary">
            {t(conflicts > 0 ? 'layout.keepMine' : 'layout.keepBoth')}
          </Button>
        </>
      }
      onClose={() => onSettle(null)}
      title={t('layout.conflictTitle')}
    >
      <p>
        {t('layout.conflictWho', {
          name: by === '' ? t('layout.somebody') : by,
          time: formatInstant(at, timeZone),
        })}
      </p>
      <p>{t('layout.conflictTheirs', { value: formatNumber(remote) })}</p>
      <p>{t('layout.conflictBoth', { value: formatNumber(conflicts) })}</p>
    </Dialog>
  );
}
