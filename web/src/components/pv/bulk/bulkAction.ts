// What can be done with all chosen rows of a list: an entry of this form is all that an action needs, its button, its
// dialog and its results follow from it.
import type { Endpoint } from '@helioport/contract/endpoint';
import type { WordKey } from '../../../i18n.ts';
import type { IconName } from '../../base/Icon.tsx';
import type { FieldErrors } from '../../form/FormFields.tsx';

export type Values = Record<string, string | boolean>;

export interface BulkField {
  name: string;
  kind: 'email' | 'day' | 'check' | 'text';
  label: (count: number) => string;
}

interface Ask<Row> {
  hint: WordKey;
  fields: readonly BulkField[];
  start: Values;
  /** What is wrong with what was typed for so many rows, by field. */
  check?: (values: Values, count: number) => FieldErrors;
  /** Does it to one row; rejects with why not. */
  run: (row: Row, values: Values) => Promise<unknown>;
  /** It cannot be taken back. */
  isFinal?: boolean;
}

export interface BulkAction<Row> {
  key: string;
  title: WordKey;
  icon: IconName;
  /** The call whose right it needs; without one everybody may. */
  needs?: Endpoint;
  /** What is asked before, then done row by row; or done at once with all of them. */
  ask?: Ask<Row>;
  save?: (rows: readonly Row[]) => void;
}

/** What a list says of its rows. */
export interface BulkRows<Row> {
  /** Tells a row from all others; stands beside its name in the results. */
  keyOf: (row: Row) => string;
  nameOf: (row: Row) => string;
  /** "3 plants chosen" */
  chosenWords: (count: number) => string;
  /** "Do it for 3 plants" */
  startWords: (count: number) => string;
}

/** Asks for the number of rows, where something cannot be taken back. */
export const typedCount = (label: BulkField['label'], wrong: (count: number) => string) => ({
  fields: [{ name: 'typed', kind: 'text' as const, label }],
  start: { typed: '' },
  check: ({ typed }: Values, count: number): FieldErrors => ({
    typed: String(typed).trim() === String(count) ? undefined : wrong(count),
  }),
});
