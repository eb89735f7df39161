import { type ReactNode, useId, useState } from 'react';
import { t } from '../../../i18n.ts';
import { Panel } from '../../base/Panel.tsx';
import { ToolButton } from '../../base/ToolButton.tsx';
import { FileButton, FileNote } from '../../form/FileButton.tsx';
import { pictureKinds, pictureRefusal } from '../../form/fileRules.ts';
import './photos.css';

interface PhotoPanelProps {
  photos: readonly { id: number; address: string }[];
  mayChange: boolean;
  /** Most photos. */
  max: number;
  isBusy: boolean;
  /** Uploads a photo; `onError` gets the reason of a failure. */
  onSend: (file: File, onError: (reason: Error) => void) => void;
  onRemove: (photoId: number) => void;
  /** Shown to readers where there is no photo. */
  none?: string;
}

/** Photos with their addition and removal. */
export function PhotoPanel({
  photos,
  mayChange,
  max,
  isBusy,
  onSend,
  onRemove,
  none = '',
}: PhotoPanelProps): ReactNode {
  const noteId = useId();
  const [error, setError] = useState('');
  const send = (file: File) => {
    const refusal = pictureRefusal(file);
    setError(refusal);
    if (refusal === '') onSend(file, (reason) => setError(reason.message));
  };
  return (
    <Panel title={t('site.commission.photos')}>
      {photos.length === 0 && !mayChange && <p className="hp-muted">{none}</p>}
      <ul className="hp-photos">
        {photos.map(({ id, address }, i) => (
          <li key={id}>
            <a href={address} rel="noreferrer" target="_blank">
              <img alt={t('site.commission.photo', { number: i + 1 })} loading="lazy" src={address} />
            </a>
            {mayChange && (
              <ToolButton
                icon="close"
                label={t('site.commission.photoRemove', { number: i + 1 })}
                onClick={() => onRemove(id)}
                size={16}
              />
            )}
          </li>
        ))}
      </ul>
      {mayChange && photos.length < max && (
        <div className="hp-edit">
          <div>
            <FileButton
              accept={pictureKinds}
              describedBy={noteId}
              isBusy={isBusy}
              label={t('site.commission.photoAdd')}
              onFile={send}
            >
              {t('site.commission.photoAdd')}
            </FileButton>
          </div>
          <FileNote error={error} hint={t('site.commission.photoHint', { max })} id={noteId} />
        </div>
      )}
    </Panel>
  );
}
