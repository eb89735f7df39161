// Bulk actions of a list: an entry defines an action, from which button, dialog and results are derived.
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

interface Confirmation<Row> {
  hint: WordKey;
  fields: readonly BulkField[];
  start: Values;
  /** Error messages of the inputs, by field; they can depend on the number of rows. */
  check?: (values: Values, count: number) => FieldErrors;
  /** Runs it for one row; rejects with the reason. */
  run: (row: Row, values: Values) => Promise<unknown>;
  /** It cannot be undone. */
  isFinal?: boolean;
}

export interface BulkAction<Row> {
  key: string;
  title: WordKey;
  icon: IconName;
  /** The call whose permission is required; without one, everyone may use it. */
  needs?: Endpoint;
  /** Input requested before the action runs row by row; otherwise `save` runs immediately for all rows. */
  confirmation?: Confirmation<Row>;
  save?: (rows: readonly Row[]) => void;
}

/** How a list describes its rows. */
export interface BulkRows<Row> {
  /** Unique key of a row; shown next to its name in the results. */
  keyOf: (row: Row) => string;
  nameOf: (row: Row) => string;
  /** "3 plants chosen" */
  chosenWords: (count: number) => string;
  /** "Do it for 3 plants" */
  startWords: (count: number) => string;
}

/** Requires typing the number of rows before an action that cannot be undone. */
export const typedCount = (label: BulkField['label'], wrong: (count: number) => string) => ({
  fields: [{ name: 'typed', kind: 'text' as const, label }],
  start: { typed: '' },
  check: ({ typed }: Values, count: number): FieldErrors => ({
    typed: String(typed).trim() === String(count) ? undefined : wrong(count),
  }),
});
