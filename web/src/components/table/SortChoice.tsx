import type { ReactNode } from 'react';
import { t } from '../../i18n.ts';
import { SelectBox } from '../form/SelectBox.tsx';
import type { SetTableState, TableState } from './tableState.ts';

export interface SortOption {
  key: string;
  order: TableState['order'];
  label: string;
}

interface SortChoiceProps {
  options: readonly SortOption[];
  state: TableState;
  onState: SetTableState;
  /** Name of the order in which the rows come unasked. */
  usual?: string;
}

/** The order of cards, which have no heads of columns to press. */
export function SortChoice({ options, state, onState, usual }: SortChoiceProps): ReactNode {
  return (
    <SelectBox
      label={t('site.sort.label')}
      onChange={(sort) => {
        const order = options.find(({ key }) => key === sort)?.order ?? 'asc';
        onState({ sort, order, page: 1 });
      }}
      options={[
        { value: '', label: usual ?? t('site.sort.usual') },
        ...options.map(({ key, label }) => ({ value: key, label })),
      ]}
      value={state.sort}
    />
  );
}
