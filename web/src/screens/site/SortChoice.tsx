import type { ReactNode } from 'react';
import { t, type WordKey } from '../../i18n.ts';
import { SelectBox } from '../../ui/SelectBox.tsx';
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
    <SelectBox
      label={t('site.sort.label')}
      onChange={(sort) => {
        const order = choices.find(({ key }) => key === sort)?.order ?? 'asc';
        onState({ sort, order, page: 1 });
      }}
      options={choices.map(({ key, words }) => ({ value: key, label: t(words) }))}
      value={state.sort}
    />
  );
}
