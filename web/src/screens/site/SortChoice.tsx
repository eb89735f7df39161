import type { ReactNode } from 'react';
import { t, type WordKey } from '../../i18n.ts';
import type { SetTableState, TableState } from '../../ui/tableState.ts';

const choices: readonly { key: string; order: TableState['order']; words: WordKey }[] = [
  { key: '', order: 'asc', words: 'site.sort.usual' },
  { key: 'siteName', order: 'asc', words: 'site.field.name' },
  { key: 'status', order: 'desc', words: 'site.field.status' },
  { key: 'now', order: 'desc', words: 'site.field.now' },
  { key: 'todayPower', order: 'desc', words: 'site.field.today' },
  { key: 'totalPower', order: 'desc', words: 'site.field.total' },
  { key: 'lastUpdate', order: 'asc', words: 'site.field.lastReport' },
];

/** The order of cards, which have no heads of columns to press. */
export function SortChoice({ state, onState }: { state: TableState; onState: SetTableState }): ReactNode {
  return (
    <label className="hp-select">
      {t('site.sort.label')}
      <select
        onChange={(event) => {
          const order = choices.find(({ key }) => key === event.target.value)?.order ?? 'asc';
          onState({ sort: event.target.value, order, page: 1 });
        }}
        value={state.sort}
      >
        {choices.map(({ key, words }) => (
          <option key={key} value={key}>
            {t(words)}
          </option>
        ))}
      </select>
    </label>
  );
}
