import { product } from '@helioport/contract/product';
import { type ReactNode, useId, useState } from 'react';
import { useWrite } from '../../api/query.ts';
import { Button } from '../../components/base/Button.tsx';
import { FileButton, FileNote } from '../../components/form/FileButton.tsx';
import { pictureKinds, pictureRefusal } from '../../components/form/fileRules.ts';
import { t } from '../../i18n.ts';
import type { Product } from './product.ts';

/** The image of a model. An upload takes effect immediately or is rejected. */
export function PictureField({ one, mayEdit }: { one: Product; mayEdit: boolean }): ReactNode {
  const noteId = useId();
  const [error, setError] = useState('');
  const upload = useWrite(product.picture, { quiet: true });
  const onError = (reason: Error) => setError(reason.message);
  const send = (file: File) => {
    const refusal = pictureRefusal(file);
    setError(refusal);
    if (refusal !== '') return;
    upload.mutate({ model: one.model, file }, { onError });
  };
  return (
    <div className="hp-edit-field">
      <span className="hp-product-label">{t('product.field.picture')}</span>
      {one.picture !== '' && <img alt={one.modelName} className="hp-product-picture" src={one.picture} />}
      {mayEdit && (
        <div className="hp-row-actions">
          <FileButton
            accept={pictureKinds}
            describedBy={noteId}
            isBusy={upload.isPending}
            label={t('product.field.picture')}
            onFile={send}
          >
            {t('brand.logoChoose')}
          </FileButton>
          {one.picture !== '' && (
            <Button onClick={() => upload.mutate({ model: one.model }, { onError })}>
              {t('product.pictureRemove')}
            </Button>
          )}
        </div>
      )}
      <FileNote error={error} hint={t('product.pictureHint')} id={noteId} />
    </div>
  );
}
