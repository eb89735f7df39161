import type { OutputOf } from '@helioport/contract/endpoint';
import type { ImportChoices, imports } from '@helioport/contract/imports';
import {
  type ColumnMeaning,
  type ColumnUnit,
  columnMeanings,
  columnUnits,
  type DateOrder,
  type DecimalMark,
  type ImportedDays,
  importedDays,
  type TimeStamp,
  timeStamps,
} from '@helioport/domain/historyImports';
import type { ReactNode } from 'react';
import { Facts } from '../../../components/base/Facts.tsx';
import { SelectBox } from '../../../components/form/SelectBox.tsx';
import { t } from '../../../i18n.ts';
import { sourceText, stepText } from './sources.ts';

export type Preview = OutputOf<typeof imports.preview>;
export type Choices = ImportChoices;

interface ImportMappingProps {
  preview: Preview;
  choices: Choices;
  days: ImportedDays;
  isBusy: boolean;
  onChange: (choices: Choices, days: ImportedDays) => void;
}

const DAY_MINUTES = 1_440;
const SHOWN_VALUES = 3;

/** What was recognized in a file, to be corrected: its settings, and the meaning and unit of each column. */
export function ImportMapping({ preview, choices, days, isBusy, onChange }: ImportMappingProps): ReactNode {
  const { sample } = preview;
  // Corrections show before their preview arrives.
  const columns = preview.columns.map((one) => ({
    ...one,
    ...choices.columns?.find(({ column }) => column === one.column),
  }));
  const isOpen = preview.isOrderOpen && choices.dateOrder === undefined;
  const change = (patch: Partial<Choices>) => onChange({ ...choices, ...patch }, days);
  const changeColumn = (place: number, patch: Partial<{ meaning: ColumnMeaning; unit: ColumnUnit | null }>) =>
    change({
      columns: columns.map(({ column, meaning, unit }) => ({
        column,
        meaning,
        unit,
        ...(column === place ? patch : {}),
      })),
    });
  const values = (index: number) =>
    sample
      .slice(0, SHOWN_VALUES)
      .map((row) => row[index] ?? '')
      .filter((cell) => cell !== '')
      .join(' · ');
  return (
    <div className="hp-import-mapping" data-busy={isBusy || undefined}>
      <Facts
        facts={[
          { title: t('imports.source'), value: sourceText(preview.source) },
          { title: t('imports.resolution'), value: stepText(preview.stepMinutes) },
        ]}
      />
      <div className="hp-import-settings">
        {preview.dateOrder !== 'ymd' && (
          <SelectBox
            label={t('imports.dateOrder')}
            onChange={(order) => change({ dateOrder: order === '' ? undefined : (order as DateOrder) })}
            options={[
              ...(isOpen ? [{ value: '', label: t('imports.open') }] : []),
              { value: 'dmy', label: t('imports.dateOrder.dmy') },
              { value: 'mdy', label: t('imports.dateOrder.mdy') },
            ]}
            value={isOpen ? '' : (choices.dateOrder ?? preview.dateOrder)}
          />
        )}
        {preview.stepMinutes < DAY_MINUTES && (
          <SelectBox
            label={t('imports.stamp')}
            onChange={(stamp) => change({ stamp: stamp as TimeStamp })}
            options={timeStamps.map((value) => ({ value, label: t(`imports.stamp.${value}`) }))}
            value={choices.stamp ?? preview.stamp}
          />
        )}
        <SelectBox
          label={t('imports.decimal')}
          onChange={(decimal) => change({ decimal: decimal as DecimalMark })}
          options={[
            { value: '.', label: t('imports.decimalPoint') },
            { value: ',', label: t('imports.decimalComma') },
          ]}
          value={choices.decimal ?? preview.decimal}
        />
        <SelectBox
          label={t('imports.daysLabel')}
          onChange={(chosen) => onChange(choices, chosen as ImportedDays)}
          options={importedDays.map((value) => ({ value, label: t(`imports.days.${value}`) }))}
          value={days}
        />
      </div>
      {isOpen && <p className="hp-edit-error">{t('imports.dateOpen')}</p>}
      <table className="hp-import-columns" aria-label={t('imports.columns')}>
        <thead>
          <tr>
            <th scope="col">{t('imports.column')}</th>
            <th scope="col">{t('imports.firstValues')}</th>
            <th scope="col">{t('imports.meaning')}</th>
            <th scope="col">{t('imports.unit')}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{preview.timeName || t('imports.time')}</th>
            <td className="hp-muted">{values(0)}</td>
            <td colSpan={2}>{t('imports.time')}</td>
          </tr>
          {columns.map(({ column, name, meaning, unit }, i) => {
            const title = name || t('imports.columnNumber', { number: column + 1 });
            return (
              <tr key={column}>
                <th scope="row">{title}</th>
                <td className="hp-muted">{values(i + 1)}</td>
                <td>
                  <SelectBox
                    isLabelUnseen
                    label={t('public.labelled', { label: t('imports.meaning'), value: title })}
                    onChange={(value) => changeColumn(column, { meaning: value as ColumnMeaning })}
                    options={columnMeanings.map((value) => ({ value, label: t(`imports.meaning.${value}`) }))}
                    value={meaning}
                  />
                </td>
                <td>
                  {meaning !== 'ignore' && (
                    <SelectBox
                      isLabelUnseen
                      label={t('public.labelled', { label: t('imports.unit'), value: title })}
                      onChange={(value) =>
                        changeColumn(column, { unit: value === '' ? null : (value as ColumnUnit) })
                      }
                      options={[
                        ...(unit === null ? [{ value: '', label: t('imports.open') }] : []),
                        ...Object.keys(columnUnits).map((value) => ({ value, label: value })),
                      ]}
                      value={unit ?? ''}
                    />
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {!preview.hasUnits && <p className="hp-edit-error">{t('imports.unitOpen')}</p>}
    </div>
  );
}
