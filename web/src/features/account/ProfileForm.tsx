import { account } from '@helioport/contract/account';
import type { OutputOf } from '@helioport/contract/endpoint';
import { fieldRules } from '@helioport/contract/fieldRules';
import { languageByCode, languages } from '@helioport/domain/languages';
import type { ReactNode } from 'react';
import { useWrite } from '../../api/query.ts';
import { Button } from '../../components/base/Button.tsx';
import { toast } from '../../components/base/Toaster.tsx';
import { DraftForm } from '../../components/form/DraftForm.tsx';
import { ChoiceField, TextField } from '../../components/form/FormFields.tsx';
import { FormRefusal, RestoredNote } from '../../components/form/FormNotes.tsx';
import { changeLanguage, language, t } from '../../i18n.ts';
import { adoptFormats } from '../../session/formats.ts';
import { useDraft } from '../../session/useDraft.ts';
import { CountryItems } from './CountryItems.tsx';

type Profile = OutputOf<typeof account.profile>;

const draftOf = (profile: Profile) => ({
  contactPerson: profile.contactPerson,
  contactNumber: profile.contactNumber,
  countryCode: profile.countryCode,
  stateCode: profile.stateCode,
  city: profile.city,
  street: profile.street,
  zip: profile.zip,
  language: String(profile.language),
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
  const form = useDraft(draftOf(profile), undefined, 'profile', fieldRules(account.update));
  const update = useWrite(account.update, { quiet: true });
  const { draft } = form;
  const save = async () => {
    const language = Number(draft.language);
    if (!(await form.save(() => update.mutateAsync({ ...draft, language })))) return;
    adoptFormats(draft);
    toast(t('account.saved'), 'success');
    const chosen = languageByCode(language);
    if (chosen && language !== profile.language) changeLanguage(chosen.webCode);
  };
  return (
    <DraftForm className="hp-profile" form={form} onSubmit={save}>
      <RestoredNote onDrop={form.dropRestored} />
      <FormRefusal words={form.refusal} />
      <fieldset>
        <legend>{t('account.contact')}</legend>
        <TextField {...form.text('contactPerson')} autoComplete="name" label={t('account.contactPerson')} />
        <TextField {...form.text('contactNumber')} autoComplete="tel" label={t('account.contactNumber')} />
        <CountryItems country={draft.countryCode} onChange={form.change} state={draft.stateCode} />
        <TextField {...form.text('city')} autoComplete="address-level2" label={t('account.city')} />
        <TextField {...form.text('zip')} autoComplete="postal-code" label={t('account.zip')} />
        <TextField {...form.text('street')} autoComplete="street-address" label={t('account.street')} />
      </fieldset>
      <fieldset>
        <legend>{t('account.formats')}</legend>
        <ChoiceField
          {...form.choice('language')}
          hint={t('account.languageHint')}
          label={t('language.choose')}
          options={languages.map(({ code, title }) => ({ value: String(code), label: title }))}
        />
        <ChoiceField
          {...form.choice('timeFormat')}
          label={t('account.timeFormat')}
          options={[
            { value: '24', label: clockSample('h23') },
            { value: '12', label: clockSample('h12') },
          ]}
        />
        <ChoiceField
          {...form.choice('numberFormat')}
          label={t('account.numberFormat')}
          options={numberChoices(profile.numberFormat)}
        />
        <ChoiceField
          {...form.choice('temperatureUnit')}
          label={t('account.temperatureUnit')}
          options={[
            { value: 'Celsius', label: t('account.celsius') },
            { value: 'Fahrenheit', label: t('account.fahrenheit') },
          ]}
        />
      </fieldset>
      <Button isBusy={form.isBusy} type="submit" variant="primary">
        {t('account.save')}
      </Button>
    </DraftForm>
  );
}
