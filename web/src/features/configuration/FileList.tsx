import { type ReactNode, useState } from 'react';
import { bytesText } from '../../components/base/bytes.ts';
import { Icon } from '../../components/base/Icon.tsx';
import { Window } from '../../components/base/Window.tsx';
import { t } from '../../i18n.ts';
import './configuration.css';
import type { DocumentFile } from './documents.ts';

interface FileListProps {
  files: readonly DocumentFile[];
  /** Takes a file off; without it the list is to be read. */
  onRemove?: (file: DocumentFile) => void;
}

/** Files of a document: shown here where the browser can, and saved. */
export function FileList({ files, onRemove }: FileListProps): ReactNode {
  const [shown, setShown] = useState<DocumentFile>();
  return (
    <>
      <ul className="hp-file-list">
        {files.map((file) => (
          <li key={file.id}>
            <Icon name={file.mime.startsWith('image/') ? 'image' : 'document'} size={16} />
            <span>
              {file.name} <small>{bytesText(file.bytes)}</small>
            </span>
            {file.mime !== 'application/zip' && (
              <button
                aria-label={t('documentation.showFile', { name: file.name })}
                className="hp-icon-button"
                onClick={() => setShown(file)}
                title={t('documentation.showFile', { name: file.name })}
                type="button"
              >
                <Icon name="eye" size={16} />
              </button>
            )}
            <a
              aria-label={t('documentation.saveFile', { name: file.name })}
              className="hp-icon-button"
              download={file.name}
              href={`${file.address}?download`}
              title={t('documentation.saveFile', { name: file.name })}
            >
              <Icon name="download" size={16} />
            </a>
            {onRemove && (
              <button
                aria-label={t('documentation.removeFile', { name: file.name })}
                className="hp-icon-button"
                onClick={() => onRemove(file)}
                title={t('documentation.removeFile', { name: file.name })}
                type="button"
              >
                <Icon name="close" size={16} />
              </button>
            )}
          </li>
        ))}
      </ul>
      {shown && (
        <Window className="hp-file-window" onClose={() => setShown(undefined)} title={shown.name}>
          {shown.mime === 'application/pdf' ? (
            // A sandbox would keep the browser's own viewer from opening; the address keeps the file from running.
            <iframe className="hp-file-frame" src={shown.address} title={shown.name} />
          ) : (
            <img alt={shown.name} className="hp-file-picture" src={shown.address} />
          )}
        </Window>
      )}
    </>
  );
}
