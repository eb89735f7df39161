import { type ReactNode, useId } from 'react';
import { t } from '../../../i18n.ts';
import { SelectBox } from '../../form/SelectBox.tsx';
import './parameters.css';
import { type ParameterNow, rangeText, valueTyped } from './parameterValues.ts';

interface NewValueProps {
  parameter: ParameterNow;
  text: string;
  onChange: (text: string) => void;
}

/** A field for a new value of a parameter; empty keeps the current one. */
export function NewValue({ parameter, text, onChange }: NewValueProps): ReactNode {
  const id = useId();
  const { title, unit, decimals, min, max, choices } = parameter;
  const label = t('parameter.newOf', { name: title });
  if (choices.length > 0) {
    return (
      <SelectBox
        any={t('parameter.unchanged')}
        label={label}
        onChange={onChange}
        options={choices.map((choice) => ({ value: String(choice.value), label: choice.title }))}
        value={text}
      />
    );
  }
  const isBad = valueTyped(parameter, text) === null;
  return (
    <span className="hp-parameter-new">
      <input
        aria-describedby={isBad ? id : undefined}
        aria-invalid={isBad}
        aria-label={label}
        inputMode="decimal"
        max={max ?? undefined}
        min={min ?? undefined}
        onChange={({ target }) => onChange(target.value)}
        step={10 ** -decimals}
        type="number"
        value={text}
      />{' '}
      {unit}
      {isBad && (
        <small id={id} role="alert">
          {t('parameter.outOfRange', { value: rangeText(parameter) })}
        </small>
      )}
    </span>
  );
}
