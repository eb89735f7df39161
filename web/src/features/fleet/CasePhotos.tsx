import { CASE_PHOTOS_MAX, cases } from '@helioport/contract/case';
import type { ReactNode } from 'react';
import { useWrite } from '../../api/query.ts';
import type { CaseDetail } from '../../components/pv/case/caseText.ts';
import { PhotoPanel } from '../../components/pv/photos/PhotoPanel.tsx';
import { t } from '../../i18n.ts';

interface CasePhotosProps {
  found: CaseDetail;
  mayChange: boolean;
}

/** Photos of the fault and of the repair. */
export function CasePhotos({ found: { id, photoRows }, mayChange }: CasePhotosProps): ReactNode {
  const upload = useWrite(cases.photo, { quiet: true });
  const remove = useWrite(cases.photoDelete);
  return (
    <PhotoPanel
      isBusy={upload.isPending}
      max={CASE_PHOTOS_MAX}
      mayChange={mayChange}
      none={t('case.noPhotos')}
      onRemove={(photoId) => remove.mutate({ id, photoId })}
      onSend={(file, onError) => upload.mutate({ id, file }, { onError })}
      photos={photoRows}
    />
  );
}
