import { account } from '@helioport/contract/account';
import type { OutputOf } from '@helioport/contract/endpoint';
import { languageByCode, languages } from '@helioport/domain/languages';
import { type ReactNode, useState } from 'react';
import { useWrite } from '../../api/query.ts';
import { Button } from '../../components/base/Button.tsx';
import { toast } from '../../components/base/Toaster.tsx';
import { ChoiceField, TextField } from '../../components/form/FormFields.tsx';
import { RestoredNote } from '../../components/form/FormNotes.tsx';
import { changeLanguage, language, t } from '../../i18n.ts';
import { typedBefore } from '../../session/draftStorage.ts';
import { adoptFormats } from '../../session/formats.ts';
import { useTyped } from '../../session/useTyped.ts';
import { CountryItems } from './CountryItems.tsx';

type Profile = OutputOf<typeof account.profile>;

/** The fields of the form. */
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

/** Distinct number formats; each language of the portal uses one of these. */
const numberTags = ['en-US', 'de-DE', 'fr-FR', 'es-ES', 'de-CH', 'en-IN'];
const SAMPLE = 1234567.89;

const clockSample = (hourCycle: 'h12' | 'h23') =>
  new Intl.DateTimeFormat(language.tag, {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle,
    timeZone: 'UTC',
  }).format(Date.UTC(2026, 0, 1, 14, 5));

/** `chosen` stays an option even if it is not in the list. */
const numberChoices = (chosen: string) => [
  {
    value: '',
    label: t('account.asLanguage', { sample: new Intl.NumberFormat(language.tag).format(SAMPLE) }),
  },
  ...[...new Set([...numberTags, chosen])]
    .filter((tag) => tag !== '')
    .map((tag) => ({ value: tag, label: new Intl.NumberFormat(tag).format(SAMPLE) })),
];

/** Contact data, language and formats. A new language reloads the page; new formats take effect immediately. */
export function ProfileForm({ profile }: { profile: Profile }): ReactNode {
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
  const take = (patch: Partial<Values>) => setValues((now) => ({ ...now, ...patch }));
  const drop = () => {
    setRestored(undefined);
    setValues(first);
  };
  const text = (
    key: Exclude<keyof Values, 'language'>,
    label: string,
    maxLength: number,
    autoComplete: string,
  ) => (
    <TextField
      autoComplete={autoComplete}
      label={label}
      maxLength={maxLength}
      onChange={(value) => take({ [key]: value })}
      value={values[key]}
    />
  );
  const choice = (
    key: keyof Values,
    label: string,
    options: { value: string; label: string }[],
    hint?: string,
  ) => (
    <ChoiceField
      hint={hint}
      label={label}
      onChange={(value) => take({ [key]: key === 'language' ? Number(value) : value })}
      options={options}
      value={String(values[key])}
    />
  );
  return (
    <form
      className="hp-profile"
      onSubmit={(event) => {
        event.preventDefault();
        if (!update.isPending) save(values);
      }}
    >
      <RestoredNote onDrop={restored && drop} />
      <fieldset>
        <legend>{t('account.contact')}</legend>
        {text('contactPerson', t('account.contactPerson'), 80, 'name')}
        {text('contactNumber', t('account.contactNumber'), 40, 'tel')}
        <CountryItems country={values.countryCode} onChange={take} state={values.stateCode} />
        {text('city', t('account.city'), 80, 'address-level2')}
        {text('zip', t('account.zip'), 20, 'postal-code')}
        {text('street', t('account.street'), 120, 'street-address')}
      </fieldset>
      <fieldset>
        <legend>{t('account.formats')}</legend>
        {choice(
          'language',
          t('language.choose'),
          languages.map(({ code, title }) => ({ value: String(code), label: title })),
          t('account.languageHint'),
        )}
        {choice('timeFormat', t('account.timeFormat'), [
          { value: '24', label: clockSample('h23') },
          { value: '12', label: clockSample('h12') },
        ])}
        {choice('numberFormat', t('account.numberFormat'), numberChoices(profile.numberFormat))}
        {choice('temperatureUnit', t('account.temperatureUnit'), [
          { value: 'Celsius', label: t('account.celsius') },
          { value: 'Fahrenheit', label: t('account.fahrenheit') },
        ])}
      </fieldset>
      <Button isBusy={update.isPending} type="submit" variant="primary">
        {t('account.save')}
      </Button>
    </form>
  );
}
