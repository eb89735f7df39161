// Opens a case about findings or alarms. The form is fetched when the button is pressed.
import { cases } from '@helioport/contract/case';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { untilFetched } from '../../../connection.ts';
import { t } from '../../../i18n.ts';
import { Can } from '../../../session/Can.tsx';
import { Button } from '../../base/Button.tsx';

const CreateCaseDrawer = lazy(() => untilFetched(() => import('./CreateCaseDrawer.tsx')));

export interface CaseSubject {
  sid: string;
  siteName: string;
  findingIds?: readonly number[];
  alarmIds?: readonly number[];
  /** True: the open findings of the plant are offered; those in `findingIds` are selected. */
  offersFindings?: boolean;
}

interface CreateCaseButtonProps {
  about: CaseSubject;
  /** True: for a row of a table. */
  isSmall?: boolean;
}

/** The button, for users who may create cases. */
export function CreateCaseButton({ about, isSmall = false }: CreateCaseButtonProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <Can call={cases.create}>
      <Button
        {...(isSmall ? { isSmall, 'aria-label': `${t('case.create')}, ${about.siteName}` } : {})}
        onClick={() => setOpen(true)}
      >
        {t('case.create')}
      </Button>
      {isOpen && (
        <Suspense>
          <CreateCaseDrawer about={about} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Can>
  );
}
