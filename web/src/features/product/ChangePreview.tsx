// What issuing or revoking would change: the counts, and each serial number that stays as it is with the reason.
import type { ReactNode } from 'react';
import { Tag } from '../../components/base/Tag.tsx';
import { formatNumber } from '../../components/base/time.ts';
import { CheckField } from '../../components/form/FormFields.tsx';
import { LongTable } from '../../components/table/LongTable.tsx';
import { t } from '../../i18n.ts';
import type { ChangedMany } from './serials.ts';

interface ChangePreviewProps {
  looked: ChangedMany;
  /** Called when the user sets whether the first row of the spreadsheet is a header. */
  onHead: (hasHead: boolean) => void;
}

export function ChangePreview({ looked, onHead }: ChangePreviewProps): ReactNode {
  const { total, changed, bad, hasHead } = looked;
  return (
    <div className="hp-sn-preview">
      <p role="status">
        {t('serial.many.result', {
          changed: formatNumber(changed, 0),
          same: formatNumber(total - changed, 0),
        })}
      </p>
      {hasHead !== undefined && (
        <CheckField isChecked={hasHead} label={t('serial.sheet.hasHead')} onChange={onHead} />
      )}
      {bad.length > 0 && (
        <LongTable
          cells={(at) => cells(bad[at]!)}
          className="hp-sn-rows"
          count={bad.length}
          head={
            <>
              <th scope="col">{t('site.field.sn')}</th>
              <th scope="col">{t('site.serials.result')}</th>
            </>
          }
          keyOf={(at) => bad[at]!.sn}
          label={t('serial.enter.bad')}
        />
      )}
    </div>
  );
}

const cells = ({ sn, result, msg }: ChangedMany['bad'][number]): ReactNode => (
  <>
    <td>{sn}</td>
    <td>
      <Tag tone={result === 'same' ? 'plain' : 'alert'}>{msg}</Tag>
    </td>
  </>
);
