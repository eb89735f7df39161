import { type ReactNode, useState } from 'react';
import type { SentFile } from '../../../api/sendFile.ts';
import { t } from '../../../i18n.ts';
import { bytesText } from '../../base/bytes.ts';
import { Icon } from '../../base/Icon.tsx';
import { ToolButton } from '../../base/ToolButton.tsx';
import { Window } from '../../base/Window.tsx';
import './files.css';

interface FileListProps<F extends SentFile> {
  files: readonly F[];
  /** Removes a file; without it the list is read-only. */
  onRemove?: (file: F) => void;
  /** Buttons after those that every file has. */
  actions?: (file: F) => ReactNode;
  /** Shown after name and size. */
  note?: (file: F) => ReactNode;
}

/** Files of a document: shown here where the browser can, and saved. */
export function FileList<F extends SentFile>({
  files,
  onRemove,
  actions,
  note,
}: FileListProps<F>): ReactNode {
  const [shown, setShown] = useState<SentFile>();
  return (
    <>
      <ul className="hp-file-list">
        {files.map((file) => (
          <li key={file.id}>
            <Icon name={file.mime.startsWith('image/') ? 'image' : 'document'} size={16} />
            <span>
              {file.name} <small>{bytesText(file.bytes)}</small>
              {note && <small className="hp-file-note">{note(file)}</small>}
            </span>
            {file.mime !== 'application/zip' && (
              <ToolButton
                icon="eye"
                label={t('documentation.showFile', { name: file.name })}
                onClick={() => setShown(file)}
                size={16}
              />
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
            {actions?.(file)}
            {onRemove && (
              <ToolButton
                icon="close"
                label={t('documentation.removeFile', { name: file.name })}
                onClick={() => onRemove(file)}
                size={16}
              />
            )}
          </li>
        ))}
      </ul>
      {shown && (
        <Window className="hp-file-window" onClose={() => setShown(undefined)} title={shown.name}>
          {shown.mime === 'application/pdf' ? (
            // A sandbox would block the browser's own viewer; the file's URL prevents script execution.
            <iframe className="hp-file-frame" src={shown.address} title={shown.name} />
          ) : (
            <img alt={shown.name} className="hp-file-picture" src={shown.address} />
          )}
        </Window>
      )}
    </>
  );
}
