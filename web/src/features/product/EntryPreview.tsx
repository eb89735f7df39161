import type { ReactNode } from 'react';
import { Button } from '../../components/base/Button.tsx';
import { Tag } from '../../components/base/Tag.tsx';
import { formatNumber } from '../../components/base/time.ts';
import { CheckField } from '../../components/form/FormFields.tsx';
import { serialIssueTexts } from '../../components/pv/serialIssueTexts.ts';
import { LongTable } from '../../components/table/LongTable.tsx';
import { t } from '../../i18n.ts';
import { saveSerialSheet } from './serialSheet.ts';
import type { Entered } from './serials.ts';

type Row = Entered['bad'][number];

/** Why a row cannot be added: what is wrong with its serial number, else the message of the API. */
function reasonOf({ result, sn, msg }: Row): string {
  const issues = result === 'format' ? serialIssueTexts(sn) : [];
  return issues.length > 0 ? issues.join(' ') : msg;
}

/** The result for each row: all invalid ones, and the first of the others. */
export function EntryPreview({
  looked: { good, bad, sample, hasHead },
  onHead,
}: {
  looked: Entered;
  /** Called when the user sets whether the first row of the spreadsheet is a header. */
  onHead: (hasHead: boolean) => void;
}): ReactNode {
  const save = () =>
    void saveSerialSheet(
      t('serial.enter.errors'),
      [t('site.serials.row'), t('site.serials.result')],
      bad.map((row) => [row.sn, row.modelName, row.batch, row.row, reasonOf(row)]),
    );
  return (
    <div className="hp-sn-preview">
      <p role="status">
        {t('serial.enter.summary', {
          done: formatNumber(good, 0),
          failed: formatNumber(bad.length, 0),
        })}
      </p>
      {hasHead !== undefined && (
        <CheckField isChecked={hasHead} label={t('serial.sheet.hasHead')} onChange={onHead} />
      )}
      {bad.length > 0 && (
        <>
          <Button icon="download" onClick={save}>
            {t('serial.enter.saveErrors')}
          </Button>
          <RowTable label={t('serial.enter.bad')} rows={bad} />
        </>
      )}
      {sample.length > 0 && <RowTable isGood label={t('serial.enter.good')} rows={sample} />}
    </div>
  );
}

function RowTable({
  label,
  rows,
  isGood = false,
}: {
  label: string;
  rows: readonly Row[];
  isGood?: boolean;
}): ReactNode {
  const cells = (row: Row) => (
    <>
      <td>{row.row}</td>
      <td>{row.sn || '–'}</td>
      <td>{row.modelName || '–'}</td>
      <td>{isGood ? <Tag tone="good">{t('site.serials.good')}</Tag> : reasonOf(row)}</td>
    </>
  );
  return (
    <>
      <h3>{label}</h3>
      <LongTable
        cells={(at) => cells(rows[at]!)}
        className="hp-sn-rows"
        count={rows.length}
        head={
          <>
            <th scope="col">{t('site.serials.row')}</th>
            <th scope="col">{t('site.field.sn')}</th>
            <th scope="col">{t('serial.field.product')}</th>
            <th scope="col">{t('site.serials.result')}</th>
          </>
        }
        keyOf={(at) => rows[at]!.row}
        label={label}
      />
    </>
  );
}
