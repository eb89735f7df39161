import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { t } from '../../../i18n.ts';
import { paths } from '../../../paths.ts';
import { ProgressBar } from '../../base/ProgressBar.tsx';
import { DownloadActions } from './DownloadActions.tsx';
import { isOpen, spanOf, stateText, useDownloads } from './downloads.ts';

const SHOWN = 3;

/** The latest files requested by the user for one device; hidden if there are none. */
export function PreparedFiles({ sn }: { sn: string }): ReactNode {
  const answer = useDownloads({ filters: { sn }, page: { size: SHOWN, num: 0 } });
  const files = answer.data?.list ?? [];
  if (files.length === 0) return null;
  return (
    <section aria-label={t('site.history.file.list')} className="hp-history-files">
      <ul>
        {files.map((file) => (
          <li key={file.id}>
            <span>
              {file.format.toUpperCase()}, {spanOf(file)}
            </span>
            <span className="hp-muted" role="status">
              {stateText(file)}
            </span>
            {isOpen(file) && <ProgressBar label={stateText(file)} percent={file.percent} />}
            <DownloadActions file={file} />
          </li>
        ))}
      </ul>
      <Link to={paths.account('downloads')}>{t('site.history.file.all')}</Link>
    </section>
  );
}
