// The devices of a plant before they are entered: typed, pasted, scanned or from a sheet, each looked at by the portal.
import { site } from '@helioport/contract/site';
import { canonicalSn } from '@helioport/domain/deviceIdentity';
import { serialOnLabel } from '@helioport/domain/deviceLabel';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useCall } from '../../../api/query.ts';
import { t } from '../../../i18n.ts';
import { useProductChoices } from '../../../solar/productChoices.ts';
import { Icon } from '../../../ui/base/Icon.tsx';
import { FailedState } from '../../../ui/base/Panel.tsx';
import { Tag } from '../../../ui/base/Tag.tsx';
import { AreaField, ChoiceField } from '../../../ui/form/FormFields.tsx';
import { ScanButton } from '../../../ui/scan/ScanButton.tsx';
import { SheetButton } from './SheetButton.tsx';
import { SERIALS_MAX, type SerialEntry, serialsOf } from './serialList.ts';

interface SerialsFieldProps {
  entries: readonly SerialEntry[];
  onChange: (entries: SerialEntry[]) => void;
}

/** What the portal says of each entry, and whether all of them may be entered. */
export function useSerialCheck(entries: readonly SerialEntry[]) {
  const answer = useCall(
    site.checkSerials,
    { serials: entries.map(({ sn }) => sn) },
    { live: 'none', quiet: true, keepsPrevious: true, isEnabled: entries.length > 0 },
  );
  const isCurrent = !answer.isPlaceholderData && answer.data?.list.length === entries.length;
  const rows = isCurrent ? (answer.data?.list ?? []) : [];
  const bad = rows.filter(({ valid }) => !valid).length;
  return { answer, rows, bad, isReady: entries.length === 0 || (isCurrent && bad === 0) };
}

export function SerialsField({ entries, onChange }: SerialsFieldProps): ReactNode {
  const [typed, setTyped] = useState('');
  const [model, setModel] = useState('');
  const models = useProductChoices();
  const check = useSerialCheck(entries);
  const found = withModel(serialsOf(typed), model);
  const [isCut, setCut] = useState(false);
  const isTooMany = isCut || entries.length + found.length > SERIALS_MAX;
  const add = () => {
    if (found.length === 0 || entries.length + found.length > SERIALS_MAX) return;
    onChange([...entries, ...found]);
    setTyped('');
    setCut(false);
  };
  /** Of what a camera or a sheet gives as much as there is room for; that some was left out is said. */
  const put = (read: SerialEntry[]) => {
    const all = [...entries, ...withModel(read, model)];
    setCut(all.length > SERIALS_MAX);
    onChange(all.slice(0, SERIALS_MAX));
  };
  return (
    <div className="hp-edit">
      <AreaField
        error={isTooMany ? t('site.serials.tooMany', { max: SERIALS_MAX }) : undefined}
        hint={t('site.serials.hint')}
        label={t('site.serials.label')}
        maxLength={40_000}
        onChange={setTyped}
        rows={4}
        value={typed}
      />
      <ChoiceField
        hint={t('site.serials.modelHint')}
        label={t('device.act.model')}
        nothing={t('device.act.modelItself')}
        onChange={setModel}
        options={models}
        value={model}
      />
      <div className="hp-row-actions">
        <Button disabled={found.length === 0} icon={<Icon name="plus" size={16} />} onClick={add}>
          {t('site.serials.add')}
        </Button>
        <ScanButton
          known={entries.map(({ sn }) => canonicalSn(sn))}
          onTake={(read) => put(read.map((sn) => ({ sn, alias: '' })))}
          readLabel={serialOnLabel}
        />
        <SheetButton onRead={put} />
      </div>
      <p className="hp-edit-hint">{t('site.serials.sheetHint')}</p>
      {check.answer.error !== null && entries.length > 0 && <FailedState answer={check.answer} />}
      {entries.length > 0 && <SerialTable check={check} entries={entries} onChange={onChange} />}
    </div>
  );
}

const withModel = (entries: SerialEntry[], model: string): SerialEntry[] =>
  model === '' ? entries : entries.map((entry) => ({ ...entry, modelNumber: Number(model) }));

interface SerialTableProps extends SerialsFieldProps {
  check: ReturnType<typeof useSerialCheck>;
}

function SerialTable({ entries, onChange, check }: SerialTableProps): ReactNode {
  const { rows, bad } = check;
  const models = useProductChoices();
  const nameOf = (number?: number) => models.find(({ value }) => value === String(number))?.label ?? '';
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
      <div className="hp-serials">
        <table>
          <caption className="hp-unseen">{t('site.serials.label')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('site.serials.row')}</th>
              <th scope="col">{t('site.field.sn')}</th>
              <th scope="col">{t('site.field.device')}</th>
              <th scope="col">{t('site.serials.result')}</th>
              <th scope="col">
                <span className="hp-unseen">{t('site.serials.removeColumn')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {entries.map((entry, i) => {
              const row = rows[i];
              return (
                // The same serial may stand in the list twice.
                // biome-ignore lint/suspicious/noArrayIndexKey: see above
                <tr key={i}>
                  <td>{i + 1}</td>
                  <td className="hp-serial">{row?.sn || entry.sn || '–'}</td>
                  <td>
                    {[entry.alias, nameOf(entry.modelNumber)].filter((part) => part !== '').join(', ') || '–'}
                  </td>
                  <td>
                    {row ? (
                      <>
                        <Tag tone={row.valid ? 'good' : 'alert'}>
                          {row.valid ? t('site.serials.good') : t('site.serials.wrong')}
                        </Tag>{' '}
                        {row.msg}
                      </>
                    ) : (
                      t('ui.loading')
                    )}
                  </td>
                  <td>
                    <Button
                      aria-label={t('site.serials.remove', { sn: entry.sn || String(i + 1) })}
                      icon={<Icon name="clear" size={16} />}
                      onClick={() => onChange(entries.filter((_, at) => at !== i))}
                      size="small"
                      title={t('site.serials.remove', { sn: entry.sn || String(i + 1) })}
                    />
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </>
  );
}
