import { lazy, type ReactNode, Suspense, useState } from 'react';
import { untilFetched } from '../../connection.ts';
import { t } from '../../i18n.ts';
import { Button } from '../base/Button.tsx';

const ScanDialog = lazy(() => untilFetched(() => import('./ScanDialog.tsx')));

interface ScanButtonProps {
  /** The serial number in a label's code; '' for any other code. */
  readLabel: (text: string) => string;
  /** Already added serial numbers, to distinguish new ones. */
  known: readonly string[];
  isDisabled?: boolean;
  onTake: (serials: string[]) => void;
}

/** Opens the camera to read labels. */
export function ScanButton({ readLabel, known, isDisabled = false, onTake }: ScanButtonProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button disabled={isDisabled} icon="image" onClick={() => setOpen(true)}>
        {t('scan.open')}
      </Button>
      {isOpen && (
        <Suspense>
          <ScanDialog known={known} onClose={() => setOpen(false)} onTake={onTake} readLabel={readLabel} />
        </Suspense>
      )}
    </>
  );
}
