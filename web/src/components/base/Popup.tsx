// A button that opens a small panel below itself. Disclosure pattern: Escape, a click elsewhere or leaving by Tab
// closes it, arrow keys move through the items, and the focus returns to the button.
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import './popup.css';

interface PopupProps {
  /** Label of the button for screen readers. */
  label: string;
  /** Content of the button. */
  button: ReactNode;
  /** The panel; `close` for entries that end it. */
  children: (close: () => void) => ReactNode;
  onOpen?: () => void;
  className?: string;
}

const reachable = 'button:not(:disabled), a[href], input:not(:disabled)';

export function Popup({ label, button, children, onOpen, className }: PopupProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const panelId = useId();
  const openerId = useId();

  useEffect(() => {
    const element = root.current;
    if (!isOpen || element === null) return;
    const ending = new AbortController();
    const { signal } = ending;
    const onPointer = (event: PointerEvent) => {
      if (event.target instanceof Node && !element.contains(event.target)) setOpen(false);
    };
    const onFocusOut = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget instanceof Node && !element.contains(relatedTarget)) setOpen(false);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') {
        event.stopPropagation();
        setOpen(false);
        document.getElementById(openerId)?.focus();
      }
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        event.preventDefault();
        step(panel.current, event.key === 'ArrowDown' ? 1 : -1);
      }
    };
    addEventListener('pointerdown', onPointer, { signal });
    element.addEventListener('focusout', onFocusOut, { signal });
    element.addEventListener('keydown', onKey, { signal });
    const current = panel.current?.querySelector<HTMLElement>('[aria-current="true"]');
    (current ?? panel.current?.querySelector<HTMLElement>(reachable))?.focus();
    return () => ending.abort();
  }, [isOpen, openerId]);

  const close = () => {
    setOpen(false);
    document.getElementById(openerId)?.focus();
  };
  return (
    <div className={`hp-popup ${className ?? ''}`} ref={root}>
      <button
        aria-controls={isOpen ? panelId : undefined}
        aria-expanded={isOpen}
        aria-label={label}
        className="hp-popup-button"
        id={openerId}
        onClick={() => {
          if (!isOpen) onOpen?.();
          setOpen(!isOpen);
        }}
        title={label}
        type="button"
      >
        {button}
      </button>
      {isOpen && (
        <div className="hp-popup-panel" id={panelId} ref={panel}>
          {children(close)}
        </div>
      )}
    </div>
  );
}

/** Moves the focus to the next or previous item, cyclically. */
function step(panel: HTMLElement | null, by: 1 | -1): void {
  const stops = [...(panel?.querySelectorAll<HTMLElement>(reachable) ?? [])];
  const at = stops.findIndex((stop) => stop.matches(':focus'));
  stops.at((at + by) % stops.length)?.focus();
}

interface PopupItemProps {
  onClick: () => void;
  isCurrent?: boolean;
  /** BCP-47 tag if the text is in another language than the page. */
  lang?: string;
  children: ReactNode;
}

/** A selectable item. */
export function PopupItem({ onClick, isCurrent, lang, children }: PopupItemProps): ReactNode {
  return (
    <button
      aria-current={isCurrent ? 'true' : undefined}
      className="hp-popup-item"
      lang={lang}
      onClick={onClick}
      type="button"
    >
      {children}
    </button>
  );
}
