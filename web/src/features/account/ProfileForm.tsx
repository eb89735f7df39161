import { account } from '@helioport/contract/account';
import type { OutputOf } from '@helioport/contract/endpoint';
import { languageByCode, languages } from '@helioport/domain/languages';
import { Button, Form, Input, Select } from 'antd';
import { type ReactNode, useState } from 'react';
import { useWrite } from '../../api/query.ts';
import { toast } from '../../components/base/Toaster.tsx';
import { RestoredNote } from '../../components/form/EditDrawer.tsx';
import { changeLanguage, language, t } from '../../i18n.ts';
import { typedBefore } from '../../session/draftStorage.ts';
import { adoptFormats } from '../../session/formats.ts';
import { useTyped } from '../../session/useTyped.ts';
import { CountryItems } from './CountryItems.tsx';

type Profile = OutputOf<typeof account.profile>;

/** What the form changes. */
type Values = Pick<
  Profile,
  | 'contactPerson'
  | 'contactNumber'
  | 'countryCode'
  | 'stateCode'
  | 'city'
  | 'street'
  | 'zip'
  | 'language'
  | 'timeFormat'
  | 'numberFormat'
  | 'temperatureUnit'
>;

const FORM = 'profile';

const valuesOf = (profile: Profile): Values => ({
  contactPerson: profile.contactPerson,
  contactNumber: profile.contactNumber,
  countryCode: profile.countryCode,
  stateCode: profile.stateCode,
  city: profile.city,
  street: profile.street,
  zip: profile.zip,
  language: profile.language,
  timeFormat: profile.timeFormat,
  numberFormat: profile.numberFormat,
  temperatureUnit: profile.temperatureUnit,
});

/** Ways of writing numbers that differ; the languages of the portal write like one of these. */
const numberTags = ['en-US', 'de-DE', 'fr-FR', 'es-ES', 'de-CH', 'en-IN'];
const SAMPLE = 1234567.89;

const clockSample = (hourCycle: 'h12' | 'h23') =>
  new Intl.DateTimeFormat(language.tag, {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle,
    timeZone: 'UTC',
  }).format(Date.UTC(2026, 0, 1, 14, 5));

/** `chosen` stays on offer even if it is none of ours. */
const numberChoices = (chosen: string) => [
  {
    value: '',
    label: t('account.asLanguage', { sample: new Intl.NumberFormat(language.tag).format(SAMPLE) }),
  },
  ...[...new Set([...numberTags, chosen])]
    .filter((tag) => tag !== '')
    .map((tag) => ({ value: tag, label: new Intl.NumberFormat(tag).format(SAMPLE) })),
];

/** Contact data, language and formats. A new language reloads the page; new formats act at once. */
export function ProfileForm({ profile }: { profile: Profile }): ReactNode {
  const [form] = Form.useForm<Values>();
  const [first, setFirst] = useState(() => valuesOf(profile));
  const [restored, setRestored] = useState(() => typedBefore(FORM, first));
  const [values, setValues] = useState(restored ?? first);
  const settle = useTyped(FORM, first, values, JSON.stringify(values) !== JSON.stringify(first));
  const update = useWrite(account.update);
  const save = (typed: Values) =>
    update.mutate(typed, {
      onSuccess: () => {
        settle();
        setFirst(values);
        setRestored(undefined);
        adoptFormats(typed);
        toast(t('account.saved'), 'success');
        const chosen = languageByCode(typed.language);
        if (chosen && typed.language !== profile.language) changeLanguage(chosen.webCode);
      },
    });
  // Another country takes its state along, which the form does not tell as typed.
  const take = (patch: Partial<Values>) =>
    setValues((now) => ({ ...now, ...('countryCode' in patch ? { stateCode: '' } : {}), ...patch }));
  const drop = () => {
    setRestored(undefined);
    setValues(first);
    form.setFieldsValue(first);
  };
  return (
    <Form<Values>
      className="hp-profile"
      form={form}
      initialValues={values}
      layout="vertical"
      name="profile"
      onFinish={save}
      onValuesChange={take}
      requiredMark={false}
    >
      <RestoredNote onDrop={restored && drop} />
      <fieldset>
        <legend>{t('account.contact')}</legend>
        <Form.Item label={t('account.contactPerson')} name="contactPerson">
          <Input autoComplete="name" maxLength={80} />
        </Form.Item>
        <Form.Item label={t('account.contactNumber')} name="contactNumber">
          <Input autoComplete="tel" inputMode="tel" maxLength={40} />
        </Form.Item>
        <CountryItems />
        <Form.Item label={t('account.city')} name="city">
          <Input autoComplete="address-level2" maxLength={80} />
        </Form.Item>
        <Form.Item label={t('account.zip')} name="zip">
          <Input autoComplete="postal-code" maxLength={20} />
        </Form.Item>
        <Form.Item className="hp-profile-wide" label={t('account.street')} name="street">
          <Input autoComplete="street-address" maxLength={120} />
        </Form.Item>
      </fieldset>
      <fieldset>
        <legend>{t('account.formats')}</legend>
        <Form.Item extra={t('account.languageHint')} label={t('language.choose')} name="language">
          <Select options={languages.map(({ code, title }) => ({ value: code, label: title }))} />
        </Form.Item>
        <Form.Item label={t('account.timeFormat')} name="timeFormat">
          <Select
            options={[
              { value: '24', label: clockSample('h23') },
              { value: '12', label: clockSample('h12') },
            ]}
          />
        </Form.Item>
        <Form.Item label={t('account.numberFormat')} name="numberFormat">
          <Select options={numberChoices(profile.numberFormat)} />
        </Form.Item>
        <Form.Item label={t('account.temperatureUnit')} name="temperatureUnit">
          <Select
            options={[
              { value: 'Celsius', label: t('account.celsius') },
              { value: 'Fahrenheit', label: t('account.fahrenheit') },
            ]}
          />
        </Form.Item>
      </fieldset>
      <Button htmlType="submit" loading={update.isPending} type="primary">
        {t('account.save')}
      </Button>
    </Form>
  );
}
