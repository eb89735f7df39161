import type { ReactNode } from 'react';
import { t } from '../../../i18n.ts';
import { amountText, parameterName } from './parameterValues.ts';
import './parameters.css';

/** One parameter: what a device says, and what it shall have; `now` null: it never said. */
export interface Change {
  key: string;
  now: number | null;
  wanted: number;
}

/** What is about to be sent, old beside new. */
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
