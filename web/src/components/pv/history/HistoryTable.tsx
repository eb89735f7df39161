import type { ReactNode } from 'react';
import { dateFormat } from '../../../formats.ts';
import { t } from '../../../i18n.ts';
import { formatNumber } from '../../base/time.ts';
import { type HistoryColumn, type HistoryRows, headOf } from './historyColumns.ts';

interface HistoryTableProps {
  answer: HistoryRows;
  columns: readonly HistoryColumn[];
  label: string;
  /** True while the rows of another page are still on the screen. */
  isDimmed: boolean;
}

const NO_FAULT = '0000';

/** One row per reading, newest first. Scrolls horizontally within its own focusable region. */
export function HistoryTable({ answer, columns, label, isDimmed }: HistoryTableProps): ReactNode {
  const format = dateFormat({
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZone: answer.timezone,
  });
  const places = columns.map(({ id }) => answer.columns.findIndex((column) => column.id === id));
  return (
    <section
      aria-label={label}
      className={isDimmed ? 'hp-history-table hp-dimmed' : 'hp-history-table'}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
    >
      <table>
        <thead>
          <tr>
            <th scope="col">{t('site.curve.time', { zone: answer.timezone })}</th>
            {columns.map((column) => (
              <th className="hp-number" key={column.id} scope="col">
                {headOf(column)}
              </th>
            ))}
            <th scope="col">{t('site.history.status')}</th>
          </tr>
        </thead>
        <tbody>
          {answer.rows.map((row) => (
            <tr key={row.at}>
              <th scope="row">{format.format(row.at)}</th>
              {columns.map((column, i) => (
                <td className="hp-number" key={column.id}>
                  {cellText(row.values[places[i]!], column)}
                </td>
              ))}
              <td className={row.status === NO_FAULT ? 'hp-muted' : ''}>{row.status}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const cellText = (value: number | null | undefined, { decimals }: HistoryColumn): string =>
  value == null ? '–' : formatNumber(value, decimals);
