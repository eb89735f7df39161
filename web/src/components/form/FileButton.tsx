import { type ReactNode, useRef } from 'react';
import { Button } from '../base/Button.tsx';
import type { IconName } from '../base/Icon.tsx';

interface FileButtonProps {
  /** The current selection, for screen readers. */
  label: string;
  /** Kinds or endings, as an input of files has them. */
  accept: readonly string[];
  onFile: (file: File) => void;
  isBusy: boolean;
  /** Id of the description below it. */
  describedBy?: string;
  icon?: IconName;
  children: ReactNode;
}

/** A button that lets a file be chosen; the same one can be chosen again. */
export function FileButton(props: FileButtonProps): ReactNode {
  const { label, accept, onFile, isBusy, describedBy, icon, children } = props;
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        accept={accept.join(',')}
        aria-describedby={describedBy}
        aria-label={label}
        hidden
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file) onFile(file);
          event.target.value = '';
        }}
        ref={picker}
        type="file"
      />
      <Button
        aria-describedby={describedBy}
        icon={icon}
        isBusy={isBusy}
        onClick={() => picker.current?.click()}
      >
        {children}
      </Button>
    </>
  );
}

interface FileNoteProps {
  /** For `describedBy` of the button. */
  id: string;
  /** Why the file was rejected; '' if it was not. */
  error: string;
  hint: string;
}

/** The note below a file button: the hint, or why the file was rejected. */
export function FileNote({ id, error, hint }: FileNoteProps): ReactNode {
  return (
    <p className={error === '' ? 'hp-edit-hint' : 'hp-edit-error'} id={id} role={error ? 'alert' : undefined}>
      {error || hint}
    </p>
  );
}
