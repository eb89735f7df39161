import { configuration } from '@helioport/contract/configuration';
import { fieldRules } from '@helioport/contract/fieldRules';
import { type GridCodeKey, gridCodeList } from '@helioport/domain/parameterList';
import { gridCodeNamed, gridCodes, type ParameterKey, parameters } from '@helioport/domain/parameters';
import type { ReactNode } from 'react';
import { useCall, useWrite } from '../../../api/query.ts';
import { ChoiceField, TextField } from '../../../components/form/FormFields.tsx';
import { NewValue } from '../../../components/pv/parameters/NewValue.tsx';
import {
  parameterUnder,
  rangeText,
  type Typed,
  valueTyped,
} from '../../../components/pv/parameters/parameterValues.ts';
import { t } from '../../../i18n.ts';
import { DraftDrawer } from '../../../session/DraftDrawer.tsx';
import { useDraft } from '../../../session/useDraft.ts';
import { forWhat, type ParameterSet } from './sets.ts';
import '../../../components/table/phoneRows.css';

const { inverterSetCreate, inverterSetEdit, inverterSetModels } = configuration;

interface SetDraft {
  name: string;
  model: string;
  gridCode: GridCodeKey;
  values: Typed;
}

/** The parameters of a grid code, with their fields. */
const boxesOf = (gridCode: string) => {
  const code = gridCodeNamed(gridCode);
  return code ? parameters.map((one) => parameterUnder(one, code)) : [];
};

const valuesOf = ({ gridCode, values }: SetDraft): Partial<Record<ParameterKey, number>> =>
  Object.fromEntries(
    boxesOf(gridCode).flatMap((box) => {
      const value = valueTyped(box, values[box.key]);
      return value == null ? [] : [[box.key, value]];
    }),
  );

function errorsOf(draft: SetDraft) {
  const isBad = boxesOf(draft.gridCode).some((box) => valueTyped(box, draft.values[box.key]) === null);
  return {
    // Shown at the field itself, or below the table.
    values: isBad || Object.keys(valuesOf(draft)).length === 0 ? t('login.required') : undefined,
  };
}

/** Creates or changes a parameter set. */
export function SetDrawer({ one, onClose }: { one?: ParameterSet; onClose: () => void }): ReactNode {
  const form = useDraft<SetDraft>(
    {
      name: one?.name ?? '',
      model: one?.model ?? '',
      gridCode: one?.gridCode ?? gridCodes[0]!.key,
      values: Object.fromEntries((one?.values ?? []).map(({ key, value }) => [key, String(value)])),
    },
    errorsOf,
    `parameterSet-${one?.id ?? ''}`,
    fieldRules(configuration.inverterSetCreate),
  );
  const create = useWrite(inverterSetCreate, { quiet: true });
  const edit = useWrite(inverterSetEdit, { quiet: true });
  const models = useCall(inverterSetModels, {}, { live: 'none' });
  const { draft, change, errors } = form;
  const work = async (typed: SetDraft) => {
    const fields = { ...typed, name: typed.name.trim(), values: valuesOf(typed) };
    if (one) await edit.mutateAsync({ ...fields, id: one.id });
    else await create.mutateAsync(fields);
  };
  const offered =
    models.data?.list ?? (one && one.model !== '' ? [{ model: one.model, modelTitle: forWhat(one) }] : []);
  return (
    <DraftDrawer
      done={t('parameterSet.saved')}
      form={form}
      onClose={onClose}
      submit={t('form.save')}
      title={one ? t('form.editNamed', { name: one.name }) : t('parameterSet.new')}
      work={work}
    >
      <TextField {...form.text('name')} label={t('campaign.field.name')} />
      <div className="hp-edit-pair">
        <ChoiceField
          {...form.choice('model')}
          label={t('ota.field.model')}
          nothing={t('parameterSet.allModels')}
          options={offered.map(({ model, modelTitle }) => ({ value: model, label: modelTitle }))}
        />
        <ChoiceField
          {...form.choice('gridCode')}
          hint={gridCodeList[draft.gridCode].source}
          label={t('parameterSet.gridCode')}
          options={gridCodes.map(({ key, title }) => ({ value: key, label: title }))}
        />
      </div>
      <p className="hp-edit-hint">{t('parameterSet.valuesHint')}</p>
      <table className="hp-parameter-table hp-set-values hp-phone-rows">
        <thead>
          <tr>
            <th scope="col">{t('parameter.name')}</th>
            <th scope="col">{t('parameter.range')}</th>
            <th scope="col">{t('parameter.new')}</th>
          </tr>
        </thead>
        <tbody>
          {boxesOf(draft.gridCode).map((box) => (
            <tr key={box.key}>
              <th scope="row">{box.title}</th>
              <td data-label={t('parameter.range')}>{rangeText(box)}</td>
              <td data-label={t('parameter.new')}>
                <NewValue
                  onChange={(typed) => change({ values: { ...draft.values, [box.key]: typed } })}
                  parameter={box}
                  text={draft.values[box.key] ?? ''}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {errors.values && (
        <p className="hp-edit-error" role="alert">
          {errors.values}
        </p>
      )}
    </DraftDrawer>
  );
}
