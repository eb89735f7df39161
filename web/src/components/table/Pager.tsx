import type { ReactNode } from 'react';
import { t } from '../../i18n.ts';
import { ToolButton } from '../base/ToolButton.tsx';
import { formatNumber } from '../base/time.ts';
import { pageSizes, type SetTableState, type TableState } from './tableState.ts';

interface PagerProps {
  total: number;
  state: TableState;
  onState: SetTableState;
}

/** The range of rows, previous and next page, and the page size. */
export function Pager({ total, state, onState }: PagerProps): ReactNode {
  const { page, size } = state;
  const last = Math.max(1, Math.ceil(total / size));
  const from = Math.min(total, (page - 1) * size + 1);
  const to = Math.min(total, page * size);
  const sizes = pageSizes.includes(size) ? pageSizes : [...pageSizes, size].sort((a, b) => a - b);
  return (
    <div className="hp-pager">
      {total > Math.min(...pageSizes) && (
        <label>
          {t('table.perPage')}
          <select onChange={(event) => onState({ size: Number(event.target.value), page: 1 })} value={size}>
            {sizes.map((choice) => (
              <option key={choice}>{choice}</option>
            ))}
          </select>
        </label>
      )}
      <span aria-live="polite">
        {t('table.range', { from: formatNumber(from), to: formatNumber(to), total: formatNumber(total) })}
      </span>
      {last > 1 && (
        <span className="hp-pager-steps">
          <ToolButton
            icon="left"
            isDisabled={page <= 1}
            label={t('table.previous')}
            onClick={() => onState({ page: page - 1 })}
          />
          <ToolButton
            icon="right"
            isDisabled={page >= last}
            label={t('table.next')}
            onClick={() => onState({ page: page + 1 })}
          />
        </span>
      )}
    </div>
  );
}
