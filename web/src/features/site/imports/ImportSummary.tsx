import { type HistoryTotal, historyTotals, type ImportedDays } from '@helioport/domain/historyImports';
import type { ReactNode } from 'react';
import { energyFigure } from '../../../components/base/amounts.ts';
import { Figure } from '../../../components/base/Figure.tsx';
import { formatNumber } from '../../../components/base/time.ts';
import { t } from '../../../i18n.ts';
import type { ColorToken } from '../../../theme.ts';
import type { Preview } from './ImportMapping.tsx';
import { dateText, periodText } from './sources.ts';

const colors: Readonly<Record<HistoryTotal, ColorToken>> = {
  produced: 'production',
  imported: 'import',
  exported: 'export',
  charged: 'battery',
  discharged: 'battery',
};

const WH_PER_KWH = 1000;

/** The data that an import would add, and what it leaves out. */
export function ImportSummary({ preview, days }: { preview: Preview; days: ImportedDays }): ReactNode {
  const { firstDay, lastDay, totals, dataFrom, dataTo, skippedDays, rows } = preview;
  const unused = rows.undated + rows.repeated + rows.outOfRange + rows.invalid;
  const notes = [
    dataFrom !== null &&
      dataTo !== null &&
      t('imports.hasData', { from: dateText(dataFrom), to: dateText(dataTo) }),
    skippedDays > 0 && t('imports.skipped', { count: formatNumber(skippedDays, 0) }),
    unused > 0 && t('imports.unused', { count: formatNumber(unused, 0) }),
  ].filter((note) => note !== false);
  const isDouble =
    days === 'all' && dataFrom !== null && dataTo !== null && overlaps(preview, dataFrom, dataTo);
  return (
    <div className="hp-import-summary">
      <h3>{t('imports.totals')}</h3>
      {firstDay === null || lastDay === null ? (
        <p className="hp-edit-error">{t('imports.nothingLeft')}</p>
      ) : (
        <div className="hp-import-figures">
          <Figure
            label={t('imports.period')}
            sub={t('imports.dayCount', { count: formatNumber(preview.days, 0) })}
            value={periodText(firstDay, lastDay)}
          />
          {historyTotals.map((total) => {
            const wh = totals[total];
            if (wh === null) return null;
            const { value, unit } = energyFigure(wh / WH_PER_KWH);
            return (
              <Figure
                color={colors[total]}
                key={total}
                label={t(`imports.meaning.${total}`)}
                unit={unit}
                value={value}
              />
            );
          })}
        </div>
      )}
      {notes.map((note) => (
        <p className="hp-edit-hint" key={note}>
          {note}
        </p>
      ))}
      {isDouble && <p className="hp-edit-error">{t('imports.daysWarning')}</p>}
    </div>
  );
}

const overlaps = ({ firstDay, lastDay }: Preview, from: string, to: string): boolean =>
  firstDay !== null && lastDay !== null && firstDay <= to && lastDay >= from;
