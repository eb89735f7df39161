import type { ReactNode } from 'react';
import { t } from '../../../i18n.ts';
import { Icon } from '../../base/Icon.tsx';
import { Popup } from '../../base/Popup.tsx';
import { type HistoryColumn, headOf } from './historyColumns.ts';

interface MeasureChoiceProps {
  columns: readonly HistoryColumn[];
  /** Ids. */
  shown: readonly string[];
  onChoose: (ids: readonly string[]) => void;
}

/** Selects the measurements to show in chart and table, in the order of the device. */
export function MeasureChoice({ columns, shown, onChoose }: MeasureChoiceProps): ReactNode {
  const toggle = (id: string) =>
    onChoose(columns.flatMap((one) => (shown.includes(one.id) !== (one.id === id) ? [one.id] : [])));
  return (
    <Popup
      button={
        <>
          {t('site.history.measures')} ({shown.length})
          <Icon name="down" size={16} />
        </>
      }
      className="hp-column-choice"
      label={t('site.history.measures')}
    >
      {() =>
        columns.map((column) => (
          <label className="hp-popup-item" key={column.id}>
            <input checked={shown.includes(column.id)} onChange={() => toggle(column.id)} type="checkbox" />
            {headOf(column)}
          </label>
        ))
      }
    </Popup>
  );
}
