import { device } from '@helioport/contract/device';
import type { ReactNode } from 'react';
import { useWrite } from '../../../api/query.ts';
import { Button } from '../../../components/base/Button.tsx';
import { t } from '../../../i18n.ts';

interface DrawRoofButtonProps {
  sid: string;
  /** Called with the id of the new page. */
  onMade: (pageId: number) => void;
}

/** Adds the first page of a plant's layout. */
export function DrawRoofButton({ sid, onMade }: DrawRoofButtonProps): ReactNode {
  const addPage = useWrite(device.modulesPageAdd, { refreshes: ['site'] });
  return (
    <Button
      isBusy={addPage.isPending}
      onClick={() =>
        addPage.mutate(
          { sid, name: t('layout.newPage', { value: 1 }) },
          { onSuccess: ({ id }) => onMade(id) },
        )
      }
      variant="primary"
    >
      {t('layout.firstPage')}
    </Button>
  );
}
