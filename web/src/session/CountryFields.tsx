import type { ReactNode } from 'react';
import { ChoiceField } from '../components/form/FormFields.tsx';
import { t } from '../i18n.ts';
import { useCountries, useStates } from './places.ts';

interface CountryFieldsProps {
  countryCode: string;
  stateCode: string;
  /** Absent: the country may stay open. */
  required?: { error: string | undefined };
  onChange: (place: { countryCode?: string; stateCode: string }) => void;
}

/** A country and, where it has any, one of its states; another country empties the state. */
export function CountryFields(props: CountryFieldsProps): ReactNode {
  const { countryCode, stateCode, required, onChange } = props;
  const countries = useCountries();
  const states = useStates(countryCode);
  return (
    <>
      <ChoiceField
        error={required?.error}
        isOptional={!required}
        label={t('user.field.country')}
        nothing={required ? t('site.edit.choose') : t('user.edit.noCountry')}
        onChange={(chosen) => onChange({ countryCode: chosen, stateCode: '' })}
        options={countries}
        value={countryCode}
      />
      {states.length > 0 && (
        <ChoiceField
          isOptional
          label={t('user.field.state')}
          nothing={t('user.edit.noState')}
          onChange={(chosen) => onChange({ stateCode: chosen })}
          options={states}
          value={stateCode}
        />
      )}
    </>
  );
}
