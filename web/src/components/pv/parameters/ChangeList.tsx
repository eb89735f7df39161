import type { ReactNode } from 'react';
import { t } from '../../../i18n.ts';
import { amountText, parameterName } from './parameterValues.ts';
import './parameters.css';

/** One parameter: the value reported by the device and the new value; `now` null: not reported yet. */
export interface Change {
  key: string;
  now: number | null;
  wanted: number;
}

/** The changes to be sent, old and new value. */
export function ChangeList({ changes }: { changes: readonly Change[] }): ReactNode {
  return (
    <ul className="hp-parameter-diff">
      {changes.map(({ key, now, wanted }) => (
        <li key={key}>
          {parameterName(key)}: <del>{now === null ? t('parameter.neverRead') : amountText(key, now)}</del>{' '}
          <span aria-hidden="true">→</span> <ins>{amountText(key, wanted)}</ins>
        </li>
      ))}
    </ul>
  );
}

/** The same on one line, for files. */
export const changesText = (changes: readonly Change[]): string =>
  changes
    .map(({ key, now, wanted }) => {
      const before = now === null ? t('parameter.neverRead') : amountText(key, now);
      return t('public.labelled', {
        label: parameterName(key),
        value: `${before} → ${amountText(key, wanted)}`,
      });
    })
    .join('; ');
