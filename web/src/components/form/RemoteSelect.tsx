// A choice out of very many, found by typing: the server searches, the list shows what it found.
import { Select } from 'antd';
import { type ReactNode, useEffect, useState } from 'react';
import { t } from '../../i18n.ts';
import './form.css';

const PAUSE_MS = 300;

export interface RemoteOption {
  value: string;
  label: string;
  /** Tells it from others of the same name. */
  note?: string;
}

/** What there is to choose from, for what is typed. */
export interface RemoteChoices {
  options: readonly RemoteOption[];
  isLoading: boolean;
  onSearch: (sought: string) => void;
}

interface RemoteProps extends RemoteChoices {
  id?: string;
  /** For screen readers, where no label stands beside it. */
  label?: string;
  placeholder: string;
  isWrong?: boolean;
  'aria-describedby'?: string | undefined;
}

/** What was typed, once typing pauses. */
function useSought(onSearch: (sought: string) => void): (typed: string) => void {
  const [typed, setTyped] = useState<string>();
  useEffect(() => {
    if (typed === undefined) return;
    const timer = setTimeout(() => onSearch(typed.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, onSearch]);
  return setTyped;
}

const partsOf = ({
  id,
  label,
  placeholder,
  options,
  isLoading,
  isWrong,
  ...rest
}: Omit<RemoteProps, 'onSearch'>) => ({
  ...(id === undefined ? {} : { id }),
  ...(label === undefined ? {} : { 'aria-label': label }),
  'aria-describedby': rest['aria-describedby'],
  ...(isWrong ? { status: 'error' as const, 'aria-invalid': true } : {}),
  loading: isLoading,
  notFoundContent: isLoading ? t('ui.loading') : t('form.nothingFound'),
  placeholder,
  options: [...options],
  optionRender: ({ data }: { data: RemoteOption }) => (
    <span className="hp-remote-option">
      {data.label}
      {data.note && <small>{data.note}</small>}
    </span>
  ),
});

interface OneProps extends RemoteProps {
  chosen: string | undefined;
  onChoose: (value: string | undefined) => void;
  mayClear?: boolean;
}

export function RemoteSelect({
  chosen,
  onChoose,
  onSearch,
  mayClear = false,
  ...parts
}: OneProps): ReactNode {
  const setTyped = useSought(onSearch);
  return (
    <Select
      {...partsOf(parts)}
      allowClear={mayClear}
      className="hp-remote"
      onChange={(value: string | undefined) => onChoose(value)}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      value={chosen}
    />
  );
}

interface ManyProps extends RemoteProps {
  chosen: readonly string[];
  onChoose: (values: string[]) => void;
}

export function RemoteSelectMany({ chosen, onChoose, onSearch, ...parts }: ManyProps): ReactNode {
  const setTyped = useSought(onSearch);
  return (
    <Select
      {...partsOf(parts)}
      className="hp-remote"
      mode="multiple"
      onChange={onChoose}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      value={[...chosen]}
    />
  );
}
