import { common } from '@helioport/contract/common';
import type { ReactNode } from 'react';
import { useCall } from '../../api/query.ts';
import { ChoiceField } from '../../components/form/FormFields.tsx';
import { t } from '../../i18n.ts';

const options = { live: 'none', staleMs: Number.POSITIVE_INFINITY } as const;

interface Choice {
  code: string;
  name: string;
}

/** `chosen` is an option even before the list arrives. */
const choicesOf = (list: readonly Choice[] | undefined, chosen: string) => [
  { value: '', label: t('account.noChoice') },
  ...(list ?? (chosen === '' ? [] : [{ code: chosen, name: chosen }])).map(({ code, name }) => ({
    value: code,
    label: name,
  })),
];

interface CountryItemsProps {
  country: string;
  state: string;
  onChange: (patch: { countryCode: string; stateCode: string }) => void;
}

/** Country, and the state that belongs to it. */
export function CountryItems({ country, state, onChange }: CountryItemsProps): ReactNode {
  const countries = useCall(common.country, {}, options);
  const states = useCall(common.state, { country_code: country }, { ...options, isEnabled: country !== '' });
  return (
    <>
      <ChoiceField
        label={t('register.country')}
        onChange={(countryCode) => onChange({ countryCode, stateCode: '' })}
        options={choicesOf(countries.data?.list, country)}
        value={country}
      />
      <ChoiceField
        isDisabled={country === '' || states.data?.list.length === 0}
        label={t('register.state')}
        onChange={(stateCode) => onChange({ countryCode: country, stateCode })}
        options={choicesOf(country === '' ? [] : states.data?.list, state)}
        value={state}
      />
    </>
  );
}
