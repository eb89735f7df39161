// A combobox for large lists with search on the server.
import { Combobox } from '@base-ui/react/combobox';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { t } from '../../i18n.ts';
import { Icon } from '../base/Icon.tsx';
import { usePopupHome } from '../base/popupHome.ts';
import './remoteSelect.css';

const PAUSE_MS = 300;

export interface RemoteOption {
  value: string;
  label: string;
  /** Distinguishes options with the same name. */
  note?: string;
}

/** The options for a search text. */
export interface RemoteChoices {
  options: readonly RemoteOption[];
  isLoading: boolean;
  onSearch: (sought: string) => void;
}

interface RemoteProps extends RemoteChoices {
  id?: string;
  /** For screen readers, if there is no visible label. */
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

/** The chosen options, with their names even while something else is sought. */
function useChosen(options: readonly RemoteOption[], chosen: readonly string[]): RemoteOption[] {
  const [known, setKnown] = useState<ReadonlyMap<string, RemoteOption>>(new Map());
  const changed = options.filter(({ value, label }) => known.get(value)?.label !== label);
  if (changed.length > 0) setKnown(new Map([...known, ...changed.map((one) => [one.value, one] as const)]));
  const ids = JSON.stringify(chosen);
  return useMemo(
    () => (JSON.parse(ids) as string[]).map((value) => known.get(value) ?? { value, label: value }),
    [ids, known],
  );
}

/** Common props of these fields. */
const rootOf = (options: readonly RemoteOption[], setTyped: (typed: string) => void) => ({
  filter: null,
  isItemEqualToValue: (one: RemoteOption, other: RemoteOption) => one.value === other.value,
  items: options,
  onInputValueChange: (typed: string, { reason }: { reason: string }) => {
    if (reason === 'input-change' || reason === 'input-clear') setTyped(typed);
  },
});

/** The list below the field. */
function Options({ isLoading }: { isLoading: boolean }): ReactNode {
  const home = usePopupHome();
  return (
    <Combobox.Portal container={home}>
      <Combobox.Positioner className="hp-floating" collisionPadding={12} sideOffset={4}>
        <Combobox.Popup className="hp-options">
          <Combobox.Empty className="hp-options-none">
            {isLoading ? t('ui.loading') : t('form.nothingFound')}
          </Combobox.Empty>
          <Combobox.List>
            {(option: RemoteOption) => (
              <Combobox.Item className="hp-option" key={option.value} value={option}>
                <span>
                  {option.label}
                  {option.note && <small>{option.note}</small>}
                </span>
                <Combobox.ItemIndicator>
                  <Icon name="check" size={16} />
                </Combobox.ItemIndicator>
              </Combobox.Item>
            )}
          </Combobox.List>
        </Combobox.Popup>
      </Combobox.Positioner>
    </Combobox.Portal>
  );
}

const inputOf = ({ id, label, placeholder, isWrong, ...rest }: Omit<RemoteProps, keyof RemoteChoices>) => ({
  ...(id === undefined ? {} : { id }),
  ...(label === undefined ? {} : { 'aria-label': label }),
  'aria-describedby': rest['aria-describedby'],
  ...(isWrong ? { 'aria-invalid': true } : {}),
  placeholder,
});

interface OneProps extends RemoteProps {
  chosen: string | undefined;
  onChoose: (value: string | undefined) => void;
  mayClear?: boolean;
}

export function RemoteSelect(props: OneProps): ReactNode {
  const { chosen, onChoose, onSearch, options, isLoading, mayClear = false, ...rest } = props;
  const setTyped = useSought(onSearch);
  const [one = null] = useChosen(options, chosen === undefined ? [] : [chosen]);
  return (
    <Combobox.Root
      {...rootOf(options, setTyped)}
      onValueChange={(option: RemoteOption | null) => {
        if (option !== null || mayClear) onChoose(option?.value);
      }}
      value={one}
    >
      <Combobox.InputGroup className="hp-remote">
        <Combobox.Input {...inputOf(rest)} />
        {mayClear && (
          <Combobox.Clear aria-label={t('site.bulk.clear')} className="hp-remote-button">
            <Icon name="close" size={16} />
          </Combobox.Clear>
        )}
        <Combobox.Trigger aria-hidden="true" className="hp-remote-button" tabIndex={-1}>
          <Icon name="down" size={16} />
        </Combobox.Trigger>
      </Combobox.InputGroup>
      <Options isLoading={isLoading} />
    </Combobox.Root>
  );
}

interface ManyProps extends RemoteProps {
  chosen: readonly string[];
  onChoose: (values: string[]) => void;
}

export function RemoteSelectMany(props: ManyProps): ReactNode {
  const { chosen, onChoose, onSearch, options, isLoading, ...rest } = props;
  const setTyped = useSought(onSearch);
  const many = useChosen(options, chosen);
  return (
    <Combobox.Root
      {...rootOf(options, setTyped)}
      multiple
      onValueChange={(found: RemoteOption[]) => onChoose(found.map(({ value }) => value))}
      value={many}
    >
      <Combobox.InputGroup className="hp-remote">
        <Combobox.Chips className="hp-remote-chips">
          {many.map((option) => (
            <Combobox.Chip className="hp-remote-chip" key={option.value}>
              {option.label}
              <Combobox.ChipRemove aria-label={t('documentation.removeFile', { name: option.label })}>
                <Icon name="close" size={14} />
              </Combobox.ChipRemove>
            </Combobox.Chip>
          ))}
          <Combobox.Input {...inputOf({ ...rest, placeholder: many.length > 0 ? '' : rest.placeholder })} />
        </Combobox.Chips>
      </Combobox.InputGroup>
      <Options isLoading={isLoading} />
    </Combobox.Root>
  );
}
