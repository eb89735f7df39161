import { Input } from 'antd';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Icon } from './Icon.tsx';
import './controls.css';

const PAUSE_MS = 300;

interface SearchBoxProps {
  /** What is searched now. */
  value: string;
  /** Called when typing pauses. */
  onChange: (value: string) => void;
  /** What it searches, as label and as placeholder. */
  label: string;
}

/** A search that follows the typing, and the address when that changes under it. */
export function SearchBox({ value, onChange, label }: SearchBoxProps): ReactNode {
  const [typed, setTyped] = useState(value);
  const sent = useRef(value);
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
  return (
    <Input
      allowClear={{ clearIcon: <Icon name="close" size={14} /> }}
      aria-label={label}
      className="hp-search"
      enterKeyHint="search"
      inputMode="search"
      maxLength={200}
      onChange={(event) => setTyped(event.target.value)}
      placeholder={label}
      prefix={<Icon name="search" size={16} />}
      value={typed}
    />
  );
}
