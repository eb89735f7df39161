import type { OutputOf } from '@helioport/contract/endpoint';
import { site } from '@helioport/contract/site';
import { COMMISSION_PHOTOS_MAX } from '@helioport/contract/siteCommission';
import type { ReactNode } from 'react';
import { useWrite } from '../../../api/query.ts';
import { PhotoPanel } from '../../../components/pv/photos/PhotoPanel.tsx';

interface PhotosPanelProps {
  sid: string;
  photos: OutputOf<typeof site.commission>['photos'];
  mayEdit: boolean;
}

/** Photos of the plant as it was built; absent where there is none and the reader adds none. */
export function PhotosPanel({ sid, photos, mayEdit }: PhotosPanelProps): ReactNode {
  const upload = useWrite(site.commissionPhoto, { quiet: true });
  const remove = useWrite(site.commissionPhotoDelete);
  if (photos.length === 0 && !mayEdit) return null;
  return (
    <PhotoPanel
      isBusy={upload.isPending}
      max={COMMISSION_PHOTOS_MAX}
      mayChange={mayEdit}
      onRemove={(photoId) => remove.mutate({ sid, photoId })}
      onSend={(file, onError) => upload.mutate({ sid, file }, { onError })}
      photos={photos}
    />
  );
}
