import { site } from '@helioport/contract/site';
import { type ReactNode, useId, useState } from 'react';
import { useWrite } from '../../../api/query.ts';
import { Button } from '../../../components/base/Button.tsx';
import { toast } from '../../../components/base/Toaster.tsx';
import { FileButton, FileNote } from '../../../components/form/FileButton.tsx';
import { pictureKinds, pictureRefusal } from '../../../components/form/fileRules.ts';
import { t } from '../../../i18n.ts';

/** The image of a plant. An upload takes effect immediately or is rejected. */
export function PictureField({ sid, logo }: { sid: string; logo: string }): ReactNode {
  const noteId = useId();
  const [error, setError] = useState('');
  const upload = useWrite(site.picture, { quiet: true });
  const remove = useWrite(site.pictureDelete);
  // A page that does not fetch the plant again shows the image that was just uploaded.
  const shown = upload.data?.logo ?? logo;
  const send = (file: File) => {
    const refusal = pictureRefusal(file);
    setError(refusal);
    if (refusal !== '') return;
    upload.mutate(
      { sid, file },
      {
        onSuccess: () => toast(t('site.edit.pictureSaved'), 'success'),
        onError: (reason) => setError(reason.message),
      },
    );
  };
  return (
    <div className="hp-edit">
      {shown !== '' && <img alt={t('site.edit.picture')} className="hp-site-picture" src={shown} />}
      <div className="hp-row-actions">
        <FileButton
          accept={pictureKinds}
          describedBy={noteId}
          isBusy={upload.isPending}
          label={t('site.edit.picture')}
          onFile={send}
        >
          {t('brand.logoChoose')}
        </FileButton>
        {shown !== '' && (
          <Button
            isBusy={remove.isPending}
            onClick={() =>
              remove.mutate(
                { sid },
                {
                  onSuccess: () => {
                    upload.reset();
                    toast(t('site.edit.pictureRemoved'), 'success');
                  },
                },
              )
            }
          >
            {t('site.edit.pictureRemove')}
          </Button>
        )}
      </div>
      <FileNote error={error} hint={t('site.edit.pictureHint')} id={noteId} />
    </div>
  );
}
