import { CASE_PHOTOS_MAX, cases } from '@helioport/contract/case';
import { type ReactNode, useId, useState } from 'react';
import { useWrite } from '../../api/query.ts';
import { Icon } from '../../components/base/Icon.tsx';
import { Panel } from '../../components/base/Panel.tsx';
import { FileButton } from '../../components/form/FileButton.tsx';
import { pictureKinds, pictureRefusal } from '../../components/form/fileRules.ts';
import type { CaseDetail } from '../../components/pv/case/caseText.ts';
import { t } from '../../i18n.ts';

interface CasePhotosProps {
  found: CaseDetail;
  mayChange: boolean;
}

/** Photos of the fault and of the repair. */
export function CasePhotos({ found, mayChange }: CasePhotosProps): ReactNode {
  const { id, photoRows } = found;
  const noteId = useId();
  const [error, setError] = useState('');
  const upload = useWrite(cases.photo, { quiet: true });
  const remove = useWrite(cases.photoDelete);
  const send = (file: File) => {
    const refusal = pictureRefusal(file);
    setError(refusal);
    if (refusal !== '') return;
    upload.mutate({ id, file }, { onError: (reason) => setError(reason.message) });
  };
  return (
    <Panel title={t('site.commission.photos')}>
      {photoRows.length === 0 && !mayChange && <p className="hp-muted">{t('case.noPhotos')}</p>}
      <ul className="hp-case-photos">
        {photoRows.map((photo, i) => (
          <li key={photo.id}>
            <a href={photo.address} rel="noreferrer" target="_blank">
              <img alt={t('site.commission.photo', { number: i + 1 })} loading="lazy" src={photo.address} />
            </a>
            {mayChange && (
              <button
                aria-label={t('site.commission.photoRemove', { number: i + 1 })}
                className="hp-icon-button"
                onClick={() => remove.mutate({ id, photoId: photo.id })}
                type="button"
              >
                <Icon name="close" size={16} />
              </button>
            )}
          </li>
        ))}
      </ul>
      {mayChange && photoRows.length < CASE_PHOTOS_MAX && (
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
            {error || t('site.commission.photoHint', { max: CASE_PHOTOS_MAX })}
          </p>
        </div>
      )}
    </Panel>
  );
}
