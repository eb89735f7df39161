import { type ReactNode, useEffect, useRef, useState } from 'react';
import { t } from '../../i18n.ts';
import { Icon } from '../base/Icon.tsx';
import { ToolButton } from '../base/ToolButton.tsx';
import './controls.css';

const PAUSE_MS = 300;

interface SearchBoxProps {
  /** The current search text. */
  value: string;
  /** Called when typing pauses. */
  onChange: (value: string) => void;
  /** What is searched: label and placeholder. */
  label: string;
}

/** A search field that follows typing and changes of the URL. */
export function SearchBox({ value, onChange, label }: SearchBoxProps): ReactNode {
  const [typed, setTyped] = useState(value);
  const sent = useRef(value);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setTyped(value);
  }, [value]);
  useEffect(() => {
    const wanted = typed.trim();
    if (wanted === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = wanted;
      onChange(wanted);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, onChange]);
  const clear = () => {
    setTyped('');
    field.current?.focus();
  };
  return (
    <search className="hp-search">
      <Icon name="search" size={16} />
      <input
        aria-label={label}
        autoComplete="off"
        enterKeyHint="search"
        maxLength={200}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') clear();
        }}
        placeholder={label}
        ref={field}
        spellCheck={false}
        type="search"
        value={typed}
      />
      {typed !== '' && <ToolButton icon="close" label={t('ui.clearSearch')} onClick={clear} size={14} />}
    </search>
  );
}
