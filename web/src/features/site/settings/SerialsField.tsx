// Devices to be added to a plant: typed, pasted, scanned or from a spreadsheet, each checked by the server.
import { canonicalSn } from '@helioport/domain/deviceIdentity';
import { serialOnLabel } from '@helioport/domain/deviceLabel';
import type { ReactNode } from 'react';
import { Button } from '../../../components/base/Button.tsx';
import { FailedState } from '../../../components/base/FailedState.tsx';
import { Tag } from '../../../components/base/Tag.tsx';
import { AreaField, ChoiceField } from '../../../components/form/FormFields.tsx';
import { useProductChoices } from '../../../components/pv/productChoices.ts';
import { serialIssueTexts } from '../../../components/pv/serialIssueTexts.ts';
import { ScanButton } from '../../../components/scan/ScanButton.tsx';
import { LongTable } from '../../../components/table/LongTable.tsx';
import { t } from '../../../i18n.ts';
import { SheetButton } from './SheetButton.tsx';
import { SERIALS_MAX, type SerialEntry } from './serialList.ts';
import type { Serials, SerialsForm } from './useSerials.ts';

export function SerialsField({ draft, change, serials }: SerialsForm & { serials: Serials }): ReactNode {
  const { devices } = draft;
  const { check, found, isTooMany, add, put } = serials;
  const models = useProductChoices();
  return (
    <div className="hp-edit">
      <AreaField
        error={isTooMany ? t('site.serials.tooMany', { max: SERIALS_MAX }) : undefined}
        hint={t('site.serials.hint')}
        label={t('site.serials.label')}
        maxLength={40_000}
        onChange={(typedSerials) => change({ typedSerials })}
        rows={4}
        value={draft.typedSerials}
      />
      <ChoiceField
        hint={t('site.serials.modelHint')}
        label={t('device.act.model')}
        nothing={t('device.act.modelItself')}
        onChange={(serialModel) => change({ serialModel })}
        options={models}
        value={draft.serialModel}
      />
      <div className="hp-row-actions">
        <Button disabled={found.length === 0} icon="plus" onClick={add}>
          {t('site.serials.add')}
        </Button>
        <ScanButton
          known={devices.map(({ sn }) => canonicalSn(sn))}
          onTake={(read) => put(read.map((sn) => ({ sn, alias: '' })))}
          readLabel={serialOnLabel}
        />
        <SheetButton onRead={put} />
      </div>
      <p className="hp-edit-hint">{t('site.serials.sheetHint')}</p>
      {check.answer.error !== null && devices.length > 0 && <FailedState answer={check.answer} />}
      {devices.length > 0 && (
        <SerialTable check={check} entries={devices} onChange={(list) => change({ devices: list })} />
      )}
    </div>
  );
}

interface SerialTableProps {
  entries: readonly SerialEntry[];
  onChange: (entries: SerialEntry[]) => void;
  check: Serials['check'];
}

/** Names what is wrong with a serial number. */
function SerialIssues({ text }: { text: string }): ReactNode {
  return serialIssueTexts(text).map((issue) => (
    <span className="hp-serial-issue" key={issue}>
      {issue}
    </span>
  ));
}

function SerialTable({ entries, onChange, check }: SerialTableProps): ReactNode {
  const { rows, bad } = check;
  const models = useProductChoices();
  const nameOf = (number?: number) => models.find(({ value }) => value === String(number))?.label ?? '';
  const cells = (i: number) => {
    const entry = entries[i]!;
    const row = rows[i];
    const remove = t('site.serials.remove', { sn: entry.sn || String(i + 1) });
    return (
      <>
        <td>{i + 1}</td>
        <td className="hp-serial">{row?.sn || entry.sn || '–'}</td>
        <td>{[entry.alias, nameOf(entry.modelNumber)].filter((part) => part !== '').join(', ') || '–'}</td>
        <td>
          {row ? (
            <>
              <Tag tone={row.valid ? 'good' : 'alert'}>
                {row.valid ? t('site.serials.good') : t('site.serials.wrong')}
              </Tag>{' '}
              {row.msg}
              {row.result === 'format' && <SerialIssues text={entry.sn} />}
            </>
          ) : (
            t('ui.loading')
          )}
        </td>
        <td>
          <Button
            aria-label={remove}
            icon="clear"
            onClick={() => onChange(entries.filter((_, at) => at !== i))}
            isSmall
            title={remove}
          />
        </td>
      </>
    );
  };
  return (
    <>
      <div aria-live="polite" className="hp-serials-sum">
        <strong>{t('site.serials.count', { count: entries.length })}</strong>
        {bad > 0 && (
          <>
            <span className="hp-edit-error">{t('site.serials.bad', { count: bad })}</span>
            <Button onClick={() => onChange(entries.filter((_, i) => rows[i]?.valid !== false))}>
              {t('site.serials.removeBad')}
            </Button>
          </>
        )}
      </div>
      <LongTable
        cells={cells}
        className="hp-serials"
        count={entries.length}
        head={
          <>
            <th scope="col">{t('site.serials.row')}</th>
            <th scope="col">{t('site.field.sn')}</th>
            <th scope="col">{t('site.field.device')}</th>
            <th scope="col">{t('site.serials.result')}</th>
            <th scope="col">
              <span className="hp-unseen">{t('site.serials.removeColumn')}</span>
            </th>
          </>
        }
        // The same serial number can occur twice in the list.
        keyOf={(at) => at}
        label={t('site.serials.label')}
      />
    </>
  );
}
