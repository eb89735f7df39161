import { common } from '@helioport/contract/common';
import { Form, Select } from 'antd';
import type { ReactNode } from 'react';
import { useCall } from '../../api/query.ts';
import { t } from '../../i18n.ts';

const options = { live: 'none', staleMs: Number.POSITIVE_INFINITY, quiet: true } as const;

interface Choice {
  code: string;
  name: string;
}

const choicesOf = (list: readonly Choice[] | undefined) => [
  { value: '', label: t('account.noChoice') },
  ...(list ?? []).map(({ code, name }) => ({ value: code, label: name })),
];

const searchable = { showSearch: { optionFilterProp: 'label' } } as const;

/** Country, and the state that belongs to it: `countryCode` and `stateCode` of the form around them. */
export function CountryItems(): ReactNode {
  const form = Form.useFormInstance();
  const country = Form.useWatch<string | undefined>('countryCode', form) ?? '';
  const countries = useCall(common.country, {}, options);
  const states = useCall(common.state, { country_code: country }, { ...options, isEnabled: country !== '' });
  const stateList = country === '' ? [] : states.data?.list;
  return (
    <>
      <Form.Item label={t('register.country')} name="countryCode">
        <Select
          {...searchable}
          loading={countries.isPending}
          onChange={() => form.setFieldValue('stateCode', '')}
          options={choicesOf(countries.data?.list)}
        />
      </Form.Item>
      <Form.Item label={t('register.state')} name="stateCode">
        <Select
          {...searchable}
          disabled={stateList?.length === 0}
          loading={country !== '' && states.isPending}
          options={choicesOf(stateList)}
        />
      </Form.Item>
    </>
  );
}
