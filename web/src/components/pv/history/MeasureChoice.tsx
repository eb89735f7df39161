import { Select } from 'antd';
import type { ReactNode } from 'react';
import { t } from '../../../i18n.ts';
import { type HistoryColumn, headOf } from './historyColumns.ts';

interface MeasureChoiceProps {
  columns: readonly HistoryColumn[];
  /** Ids. */
  shown: readonly string[];
  onChoose: (ids: readonly string[]) => void;
}

/** Which measures to draw and to list, in the order of the device. */
export function MeasureChoice({ columns, shown, onChoose }: MeasureChoiceProps): ReactNode {
  return (
    <div className="hp-history-measures">
      <span aria-hidden="true">{t('site.history.measures')}</span>
      <Select
        aria-label={t('site.history.measures')}
        maxTagCount="responsive"
        mode="multiple"
        onChange={(chosen: string[]) =>
          onChoose(columns.flatMap(({ id }) => (chosen.includes(id) ? [id] : [])))
        }
        optionFilterProp="label"
        options={columns.map((column) => ({ value: column.id, label: headOf(column) }))}
        value={[...shown]}
      />
    </div>
  );
}
