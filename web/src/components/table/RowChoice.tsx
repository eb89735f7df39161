// Rows of a table that are chosen for something to be done with them all, also over several pages.
import { type ReactNode, useState } from 'react';
import { t } from '../../i18n.ts';

export interface RowChoice<Row> {
  nameOf: (row: Row) => string;
  isChosen: (row: Row) => boolean;
  choose: (rows: readonly Row[], isChosen: boolean) => void;
}

/** The chosen rows in the order in which they were chosen, each as it was then. */
export function useChosen<Row>(keyOf: (row: Row) => string, nameOf: (row: Row) => string) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Row>>(new Map());
  return {
    nameOf,
    isChosen: (row: Row) => chosen.has(keyOf(row)),
    choose: (rows: readonly Row[], isChosen: boolean) =>
      setChosen((before) => {
        const after = new Map(before);
        for (const row of rows) {
          if (isChosen) after.set(keyOf(row), row);
          else after.delete(keyOf(row));
        }
        return after;
      }),
    rows: [...chosen.values()],
    clear: () => setChosen(new Map()),
  };
}

export function ChoiceBox<Row>({ choice, row }: { choice: RowChoice<Row>; row: Row }): ReactNode {
  return (
    <label className="hp-pick-box">
      <input
        aria-label={t('table.pick', { name: choice.nameOf(row) })}
        checked={choice.isChosen(row)}
        onChange={(event) => choice.choose([row], event.target.checked)}
        type="checkbox"
      />
    </label>
  );
}

interface PageBoxProps<Row> {
  choice: RowChoice<Row>;
  rows: readonly Row[];
  isLabelled?: boolean;
}

/** Chooses all rows of the page; half set while only some are. */
export function PageBox<Row>({ choice, rows, isLabelled = false }: PageBoxProps<Row>): ReactNode {
  const count = rows.filter(choice.isChosen).length;
  return (
    <label className="hp-pick-box">
      <input
        aria-label={t('table.pickAll')}
        checked={count === rows.length}
        onChange={(event) => choice.choose(rows, event.target.checked)}
        ref={(box) => {
          if (box) box.indeterminate = count > 0 && count < rows.length;
        }}
        type="checkbox"
      />
      {isLabelled && t('table.pickAll')}
    </label>
  );
}
