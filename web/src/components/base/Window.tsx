// A modal window based on the native `<dialog>`: it traps the focus, makes the page behind it inert, closes on Escape
// or a click outside, and restores the focus. The element marked `data-first` receives the initial focus.
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { t } from '../../i18n.ts';
import { ToolButton } from './ToolButton.tsx';
import './window.css';

interface WindowProps {
  title: string;
  /** True: the title is for screen readers alone, and there is no line above the content. */
  isBare?: boolean;
  className?: string;
  onClose: () => void;
  children: ReactNode;
}

export function Window({ title, isBare = false, className = '', onClose, children }: WindowProps): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    element?.showModal();
    element?.querySelector<HTMLElement>('[data-first]')?.focus();
    return () => {
      element?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
  return (
    // A click outside is an optional way to close, in addition to Escape and the button.
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same
    <dialog
      aria-labelledby={titleId}
      className={`hp-window ${className}`}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
      ref={dialog}
    >
      <div className="hp-window-body">
        <div className={isBare ? 'hp-unseen' : 'hp-window-head'}>
          <h2 id={titleId}>{title}</h2>
          {!isBare && <ToolButton icon="close" label={t('ui.close')} onClick={onClose} />}
        </div>
        {children}
      </div>
    </dialog>
  );
}
