import { type ReactNode, useId, useState } from 'react';
import { toast } from '../../../../components/base/Toaster.tsx';
import { t } from '../../../../i18n.ts';
import { type Input, nameOf, type Place, readInput } from '../model/places.ts';
import { type DeviceInput, inputLabel } from './inputs.ts';

interface InputBoxProps {
  label: string;
  isLabelUnseen?: boolean;
  place: Place;
  free: readonly DeviceInput[];
  onChange: (input: Input | null) => void;
}

/** The input of a module, typed or selected from the unassigned ones; empty removes it. */
export function InputBox({ label, isLabelUnseen = false, place, free, onChange }: InputBoxProps): ReactNode {
  const id = useId();
  const own = nameOf(place);
  const [typing, setTyping] = useState({ of: own, text: own });
  // Input typed for a previous value is discarded.
  const typed = typing.of === own ? typing.text : own;
  const setTyped = (text: string) => setTyping({ of: own, text });
  const [hasFocus, setFocus] = useState(false);
  const commit = () => {
    setFocus(false);
    const wanted = typed.trim();
    if (wanted.toLowerCase() === own.toLowerCase()) return;
    if (wanted === '') {
      onChange(null);
      return;
    }
    const found = free.find(({ sn, addr }) => `${sn}_${addr}`.toLowerCase() === wanted.toLowerCase());
    if (found) onChange(readInput(`${found.sn}_${found.addr}`));
    else {
      toast(t('layout.unknownInput', { name: wanted }), 'error');
      setTyped(own);
    }
  };
  return (
    <span className="hp-layout-number">
      <label className={isLabelUnseen ? 'hp-unseen' : ''} htmlFor={id}>
        {label}
      </label>
      <input
        autoComplete="off"
        className="hp-layout-input"
        id={id}
        list={hasFocus ? `${id}list` : undefined}
        onBlur={commit}
        onChange={({ target }) => setTyped(target.value)}
        onFocus={() => setFocus(true)}
        onKeyDown={({ key }) => key === 'Enter' && commit()}
        placeholder={t('layout.noInput')}
        value={typed}
      />
      {hasFocus && (
        <datalist id={`${id}list`}>
          {free.map((input) => (
            <option
              key={`${input.sn}_${input.addr}`}
              label={inputLabel(input)}
              value={`${input.sn}_${input.addr}`}
            />
          ))}
        </datalist>
      )}
    </span>
  );
}
