// Self-registration. The result is sent by email and the page shows the same message for every address, so that it
// does not reveal who has an account.
import type { common } from '@helioport/contract/common';
import type { OutputOf } from '@helioport/contract/endpoint';
import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../api/client.ts';
import { countryName } from '../../countryName.ts';
import { language, t } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { useBrand } from '../../session/brand.ts';
import { publicCalls } from '../../session/publicCalls.ts';
import { ChoiceField, EmailField, Field, NewPasswordFields } from './Field.tsx';
import { againError, emailError, newPasswordError, textOf } from './formText.ts';
import { PublicForm, PublicNotice } from './PublicForm.tsx';
import { MailSent } from './ResendForm.tsx';

type Country = Pick<OutputOf<typeof common.country>['list'][number], 'code' | 'name'>;
type States = OutputOf<typeof common.state>['list'];

/** The country of the browser's language, as a first suggestion: `de-AT` suggests AT. */
const likelyCountry = () => new Intl.Locale(navigator.language).region ?? '';

/**
 * All countries. Until they arrive, the list contains the suggested one, so that the form can be submitted
 * immediately.
 */
function useCountries(): readonly Country[] {
  const [countries, setCountries] = useState<readonly Country[]>(() => {
    const code = likelyCountry();
    if (code === '') return [];
    return [{ code, name: countryName(code) }];
  });
  useEffect(() => {
    call(publicCalls.country, {}, { quiet: true })
      .then(({ list }) => setCountries(list))
      .catch(() => undefined);
  }, []);
  return countries;
}

function useStates(country: string): States {
  const [known, setKnown] = useState<{ country: string; list: States }>({ country: '', list: [] });
  useEffect(() => {
    if (country === '') return;
    const leaving = new AbortController();
    call(publicCalls.state, { country_code: country }, { quiet: true, signal: leaving.signal })
      .then(({ list }) => setKnown({ country, list }))
      .catch(() => undefined);
    return () => leaving.abort();
  }, [country]);
  return known.country === country ? known.list : [];
}

export default function RegisterPage(): ReactNode {
  const [sentTo, setSentTo] = useState('');
  const [country, setCountry] = useState(likelyCountry);
  const countries = useCountries();
  const states = useStates(country);
  const isOpen = useBrand((brand) => brand.openRegistration);
  const toLogin = <Link to={paths.login()}>{t('public.toLogin')}</Link>;

  if (!isOpen) {
    return <PublicNotice onward={toLogin} text={t('register.closedText')} title={t('register.closed')} />;
  }
  if (sentTo) return <MailSent email={sentTo} />;
  return (
    <PublicForm
      below={toLogin}
      busyButton={t('register.sending')}
      button={t('register.send')}
      check={(entries) => {
        const password = textOf(entries, 'password');
        return {
          email: emailError(textOf(entries, 'email').trim()),
          password: newPasswordError(password),
          again: againError(password, textOf(entries, 'again')),
          countryCode: textOf(entries, 'countryCode') === '' ? t('login.required') : undefined,
        };
      }}
      fields={(errors) => (
        <>
          <EmailField error={errors.email} />
          <NewPasswordFields errors={errors} />
          <Field autoComplete="name" label={t('register.person')} maxLength={80} name="contactPerson" />
          <ChoiceField
            autoComplete="country"
            choices={countries.map(({ code, name }) => ({ value: code, label: name }))}
            error={errors.countryCode}
            label={t('register.country')}
            name="countryCode"
            onChange={setCountry}
            value={country}
          />
          {states.length > 0 && (
            <ChoiceField
              autoComplete="address-level1"
              choices={states.map(({ code, name }) => ({ value: code, label: name }))}
              key={country}
              label={t('register.state')}
              name="stateCode"
            />
          )}
          <label className="hp-field-check">
            <input name="isBusiness" type="checkbox" />
            {t('register.isBusiness')}
          </label>
        </>
      )}
      lead={t('register.lead')}
      submit={async (entries) => {
        const email = textOf(entries, 'email').trim();
        const input = {
          email,
          password: textOf(entries, 'password'),
          password2: textOf(entries, 'again'),
          contactPerson: textOf(entries, 'contactPerson').trim(),
          countryCode: textOf(entries, 'countryCode'),
          stateCode: textOf(entries, 'stateCode'),
          isBusiness: entries.get('isBusiness') !== null,
          language: language.code,
        };
        await call(publicCalls.signUp, input, { quiet: true });
        setSentTo(email);
      }}
      title={t('register.title')}
    />
  );
}
