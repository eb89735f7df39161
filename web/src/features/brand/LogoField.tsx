import { brand } from '@helioport/contract/brand';
import { type ReactNode, useId, useState } from 'react';
import { useWrite } from '../../api/query.ts';
import { Button } from '../../components/base/Button.tsx';
import { toast } from '../../components/base/Toaster.tsx';
import { FileButton, FileNote } from '../../components/form/FileButton.tsx';
import { pictureKinds } from '../../components/form/fileRules.ts';
import { t } from '../../i18n.ts';
import { loadBrand } from '../../session/brand.ts';
import { BrandLogo } from './BrandLogo.tsx';
import type { Brand } from './brandDraft.ts';

const MAX_BYTES = 2 * 1024 * 1024;

/** The logo of a brand. An upload takes effect immediately or is rejected. */
export function LogoField({ one, mayEdit }: { one: Brand; mayEdit: boolean }): ReactNode {
  const noteId = useId();
  const [error, setError] = useState('');
  const upload = useWrite(brand.logo, { quiet: true });
  const remove = useWrite(brand.logoDelete);
  const done = (words: string) => {
    toast(words, 'success');
    void loadBrand();
  };
  const send = (file: File) => {
    if (!pictureKinds.includes(file.type)) return setError(t('brand.logoKind'));
    if (file.size > MAX_BYTES) return setError(t('brand.logoTooLarge'));
    setError('');
    upload.mutate(
      { id: one.id, file },
      { onSuccess: () => done(t('brand.logoSaved')), onError: (reason) => setError(reason.message) },
    );
  };
  return (
    <div className="hp-logo-field">
      <span>{t('brand.logo')}</span>
      <div>
        <BrandLogo brand={one} size={40} />
        {mayEdit && (
          <>
            <FileButton
              accept={pictureKinds}
              describedBy={noteId}
              isBusy={upload.isPending}
              label={t('brand.logo')}
              onFile={send}
            >
              {t('brand.logoChoose')}
            </FileButton>
            {one.hasLogo && (
              <Button
                isBusy={remove.isPending}
                onClick={() =>
                  remove.mutate({ id: one.id }, { onSuccess: () => done(t('brand.logoRemoved')) })
                }
              >
                {t('brand.logoRemove')}
              </Button>
            )}
          </>
        )}
      </div>
      <FileNote error={error} hint={t('brand.logoHint')} id={noteId} />
    </div>
  );
}
