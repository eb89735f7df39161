import { site } from '@helioport/contract/site';
import { SITE_FILE_BYTES, SITE_FILES_MAX } from '@helioport/contract/siteFiles';
import { type ReactNode, useMemo } from 'react';
import { call } from '../../../api/client.ts';
import { useCall, useWrite } from '../../../api/query.ts';
import type { FileWay } from '../../../api/sendFile.ts';
import { Confirm } from '../../../components/base/Confirm.tsx';
import { Icon } from '../../../components/base/Icon.tsx';
import { Panel } from '../../../components/base/Panel.tsx';
import { RelativeTime } from '../../../components/base/RelativeTime.tsx';
import { toast } from '../../../components/base/Toaster.tsx';
import { FileButton } from '../../../components/form/FileButton.tsx';
import { FileList } from '../../../components/pv/files/FileList.tsx';
import { SendingNote } from '../../../components/pv/files/SendingNote.tsx';
import { useSending } from '../../../components/pv/files/useSending.ts';
import { t } from '../../../i18n.ts';
import type { SiteDetail } from './siteDraft.ts';

const MB = 1_048_576;

interface FilesPanelProps {
  detail: SiteDetail;
  mayEdit: boolean;
}

/** Documents of the plant, such as contracts and warranty certificates, added and deleted immediately. */
export function FilesPanel({ detail, mayEdit }: FilesPanelProps): ReactNode {
  const { sid, timezone } = detail;
  const answer = useCall(site.files, { sid }, { live: 'none' });
  const remove = useWrite(site.fileDelete);
  const way = useMemo(
    (): FileWay => ({
      begin: (file) => call(site.fileBegin, { sid, ...file }, { quiet: true }),
      piece: site.filePiece,
    }),
    [sid],
  );
  const sending = useSending(way, ({ name }) => {
    toast(t('site.files.added', { name }), 'success');
    void answer.refetch();
  });
  const files = answer.data?.list ?? [];
  const removeFile = (id: number) =>
    remove.mutate({ sid, id }, { onSuccess: () => toast(t('site.files.deleted'), 'success') });
  return (
    <Panel answer={answer} fold="files" title={t('site.files.title')}>
      <div className="hp-edit">
        {files.length === 0 && <p className="hp-muted">{t('site.files.none')}</p>}
        <FileList
          actions={(file) =>
            mayEdit && (
              <Confirm
                isDanger
                submit={t('form.delete')}
                onConfirm={() => removeFile(file.id)}
                title={t('site.files.deleteTitle', { name: file.name })}
              >
                <button
                  aria-label={t('form.deleteNamed', { name: file.name })}
                  className="hp-icon-button"
                  title={t('form.deleteNamed', { name: file.name })}
                  type="button"
                >
                  <Icon name="close" size={16} />
                </button>
              </Confirm>
            )
          }
          files={files}
          note={({ addedAt, addedBy }) => (
            <>
              <RelativeTime at={addedAt} timeZone={timezone} />
              {addedBy !== '' && ` · ${addedBy}`}
            </>
          )}
        />
        {mayEdit && files.length < SITE_FILES_MAX && (
          <div>
            <FileButton
              accept={['.pdf', '.png', '.jpg', '.jpeg', '.webp', '.zip']}
              icon="plus"
              isBusy={sending.name !== ''}
              label={t('site.files.add')}
              onFile={sending.send}
            >
              {t('site.files.add')}
            </FileButton>
            <SendingNote hint={t('site.files.hint', { max: SITE_FILE_BYTES / MB })} sending={sending} />
          </div>
        )}
      </div>
    </Panel>
  );
}
