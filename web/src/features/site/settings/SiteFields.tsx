// The fields of a plant, in the wizard and in its settings.
import { type ReactNode, useEffect, useRef } from 'react';
import { Panel } from '../../../components/base/Panel.tsx';
import { AreaField, ChoiceField, RadioField, TextField } from '../../../components/form/FormFields.tsx';
import { t } from '../../../i18n.ts';
import { Can } from '../../../session/Can.tsx';
import { CountryFields } from '../../../session/CountryFields.tsx';
import {
  browserZone,
  suggestedZone,
  useCurrencies,
  useCurrencyOf,
  useZones,
} from '../../../session/places.ts';
import type { Draft } from '../../../session/useDraft.ts';
import { ArraysField } from './ArraysField.tsx';
import { PeopleFields } from './PeopleFields.tsx';
import { PositionField } from './PositionField.tsx';
import { PricesField } from './PricesField.tsx';
import type { SiteDraft } from './siteDraft.ts';
import { type Suggestions, useSuggestions } from './suggestions.ts';
import './settings.css';

type Form = Draft<SiteDraft>;

interface SiteFieldsProps {
  form: Form;
  isNew: boolean;
  /** False: the plant is only shared with the user, who cannot change its owner. */
  mayDecide: boolean;
}

export function SiteFields({ form, isNew, mayDecide }: SiteFieldsProps): ReactNode {
  const suggestions = useSuggestions();
  return (
    <>
      <Panel fold="place" title={t('site.edit.place')}>
        <div className="hp-edit">
          <PlaceFields form={form} suggestions={suggestions} />
          <PositionField form={form} suggestions={suggestions} />
        </div>
      </Panel>
      <Panel fold="units" title={t('site.edit.units')}>
        <UnitFields form={form} />
      </Panel>
      <Panel fold="equipment" title={t('site.edit.equipment')}>
        <EquipmentFields form={form} />
      </Panel>
      <Panel fold="planes" title={t('site.edit.planes')}>
        <ArraysField form={form} />
      </Panel>
      {mayDecide && (
        <Panel fold="people" title={t('site.edit.people')}>
          <PeopleFields form={form} isNew={isNew} />
        </Panel>
      )}
    </>
  );
}

/** One line of text that may be left out. */
function Line({ form, field, label }: LineProps): ReactNode {
  return <TextField {...form.text(field)} isOptional label={label} />;
}

interface LineProps {
  form: Form;
  field:
    | 'city'
    | 'zipCode'
    | 'street'
    | 'pvRemark'
    | 'model'
    | 'batteryRemark'
    | 'batteryModel'
    | 'meterType';
  label: string;
}

function PlaceFields({ form, suggestions }: { form: Form; suggestions: Suggestions }): ReactNode {
  const { draft, change, errors } = form;
  const zones = useZones(draft.countryCode, draft.timezone);
  const offered = useZones(draft.countryCode, '');
  const seenCountry = useRef('');
  useEffect(() => {
    const { countryCode, timezone } = draft;
    if (countryCode === '' || offered.length === 0 || seenCountry.current === countryCode) return;
    seenCountry.current = countryCode;
    if (!suggestions.isFree(draft, 'timezone') || offered.some(({ value }) => value === timezone)) return;
    const zone = { timezone: suggestedZone(offered, browserZone()) };
    suggestions.suggest(zone);
    change(zone);
  });
  return (
    <>
      <TextField {...form.text('siteName')} label={t('site.edit.name')} />
      <div className="hp-edit-pair">
        <CountryFields
          countryCode={draft.countryCode}
          onChange={change}
          required={{ error: errors.countryCode }}
          stateCode={draft.stateCode}
        />
        <Line field="city" form={form} label={t('user.field.city')} />
        <Line field="zipCode" form={form} label={t('user.field.zip')} />
      </div>
      <Line field="street" form={form} label={t('user.field.street')} />
      <ChoiceField
        {...form.choice('timezone')}
        hint={t('site.edit.zoneHint')}
        label={t('site.edit.zone')}
        nothing={t('site.edit.choose')}
        options={zones}
      />
    </>
  );
}

function UnitFields({ form }: { form: Form }): ReactNode {
  const { draft } = form;
  const currencies = useCurrencies();
  const ofCountry = useCurrencyOf(draft.countryCode);
  return (
    <div className="hp-edit">
      <div className="hp-edit-pair">
        <ChoiceField
          {...form.choice('currency')}
          label={t('site.edit.currency')}
          nothing={
            ofCountry === '' ? t('site.edit.choose') : t('site.edit.currencyOf', { currency: ofCountry })
          }
          options={currencies}
        />
      </div>
      <Can module="pvPlant:benefit">
        <PricesField currency={draft.currency || ofCountry || '–'} form={form} />
      </Can>
      <RadioField
        {...form.field('temperatureUnit')}
        label={t('site.edit.temperature')}
        options={[
          { value: 'Celsius', label: t('account.celsius') },
          { value: 'Fahrenheit', label: t('account.fahrenheit') },
        ]}
      />
    </div>
  );
}

function EquipmentFields({ form }: { form: Form }): ReactNode {
  const power = (field: 'systemSize' | 'maxPower' | 'controlLimit', label: string, hint: string) => (
    <TextField {...form.text(field)} hint={hint} isOptional label={label} />
  );
  return (
    <div className="hp-edit">
      <div className="hp-edit-pair">
        {power('systemSize', t('site.edit.systemSize'), t('site.edit.systemSizeHint'))}
        {power('maxPower', t('site.edit.maxPower'), t('site.edit.maxPowerHint'))}
        {power('controlLimit', t('site.edit.controlLimit'), t('site.edit.controlLimitHint'))}
      </div>
      <div className="hp-edit-pair">
        <Line field="pvRemark" form={form} label={t('site.edit.pvBrand')} />
        <Line field="model" form={form} label={t('site.edit.pvModel')} />
        <Line field="batteryRemark" form={form} label={t('site.edit.batteryBrand')} />
        <Line field="batteryModel" form={form} label={t('site.edit.batteryModel')} />
        <Line field="meterType" form={form} label={t('site.edit.meterType')} />
      </div>
      <AreaField {...form.text('remark')} isOptional label={t('site.edit.remark')} rows={3} />
    </div>
  );
}
