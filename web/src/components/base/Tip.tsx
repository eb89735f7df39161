import { type ReactNode, useEffect, useId, useState } from 'react';

/** A tooltip on hover and focus; it stays while the pointer is on it, and Escape closes it. */
export function Tip({ words, children }: { words: string; children: ReactNode }): ReactNode {
  const [isShown, setShown] = useState(false);
  const id = useId();
  useEffect(() => {
    if (!isShown) return;
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') setShown(false);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [isShown]);
  return (
    <span className="hp-tip" onPointerEnter={() => setShown(true)} onPointerLeave={() => setShown(false)}>
      <button
        aria-describedby={isShown ? id : undefined}
        className="hp-age-button"
        onBlur={() => setShown(false)}
        onFocus={() => setShown(true)}
        type="button"
      >
        {children}
      </button>
      {isShown && (
        <span className="hp-tip-words" id={id} role="tooltip">
          {words}
        </span>
      )}
    </span>
  );
}
