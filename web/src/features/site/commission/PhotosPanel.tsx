import type { OutputOf } from '@helioport/contract/endpoint';
import { site } from '@helioport/contract/site';
import { COMMISSION_PHOTOS_MAX } from '@helioport/contract/siteCommission';
import { type ReactNode, useId, useState } from 'react';
import { useWrite } from '../../../api/query.ts';
import { Icon } from '../../../components/base/Icon.tsx';
import { Panel } from '../../../components/base/Panel.tsx';
import { FileButton } from '../../../components/form/FileButton.tsx';
import { pictureKinds, pictureRefusal } from '../../../components/form/fileRules.ts';
import { t } from '../../../i18n.ts';

interface PhotosPanelProps {
  sid: string;
  photos: OutputOf<typeof site.commission>['photos'];
  mayEdit: boolean;
}

/** Photos of the plant as it was built; absent where there is none and the reader adds none. */
export function PhotosPanel({ sid, photos, mayEdit }: PhotosPanelProps): ReactNode {
  const noteId = useId();
  const [error, setError] = useState('');
  const upload = useWrite(site.commissionPhoto, { quiet: true });
  const remove = useWrite(site.commissionPhotoDelete);
  if (photos.length === 0 && !mayEdit) return null;
  const send = (file: File) => {
    const refusal = pictureRefusal(file);
    setError(refusal);
    if (refusal !== '') return;
    upload.mutate({ sid, file }, { onError: (reason) => setError(reason.message) });
  };
  return (
    <Panel title={t('site.commission.photos')}>
      <ul className="hp-commission-photos">
        {photos.map(({ id, address }, i) => (
          <li key={id}>
            <a href={address} rel="noreferrer" target="_blank">
              <img alt={t('site.commission.photo', { number: i + 1 })} loading="lazy" src={address} />
            </a>
            {mayEdit && (
              <button
                aria-label={t('site.commission.photoRemove', { number: i + 1 })}
                className="hp-icon-button"
                onClick={() => remove.mutate({ sid, photoId: id })}
                type="button"
              >
                <Icon name="close" size={16} />
              </button>
            )}
          </li>
        ))}
      </ul>
      {mayEdit && photos.length < COMMISSION_PHOTOS_MAX && (
        <div className="hp-edit">
          <div>
            <FileButton
              accept={pictureKinds}
              describedBy={noteId}
              isBusy={upload.isPending}
              label={t('site.commission.photoAdd')}
              onFile={send}
            >
              {t('site.commission.photoAdd')}
            </FileButton>
          </div>
          <p
            className={error === '' ? 'hp-edit-hint' : 'hp-edit-error'}
            id={noteId}
            role={error ? 'alert' : undefined}
          >
            {error || t('site.commission.photoHint', { max: COMMISSION_PHOTOS_MAX })}
          </p>
        </div>
      )}
    </Panel>
  );
}
