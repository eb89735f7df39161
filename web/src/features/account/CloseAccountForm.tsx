import { account } from '@helioport/contract/account';
import { type FieldRules, fieldRules } from '@helioport/contract/fieldRules';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../../api/client.ts';
import { Button } from '../../components/base/Button.tsx';
import { toast } from '../../components/base/Toaster.tsx';
import { type FieldErrors, RadioField, TextField } from '../../components/form/FormFields.tsx';
import { ruleErrors } from '../../components/form/ruleErrors.ts';
import { t } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { replaceToken, resetSession, useSession } from '../../session/session.ts';

type Fate = 'handOver' | 'orphan';

const empty = { handOverTo: '', companyHandOverTo: '', password: '', typed: '' };

const rules: FieldRules<keyof typeof empty> = fieldRules(account.logOff);

/** The final step: transfer of plants, password, and the email address typed as confirmation. */
export function CloseAccountForm({
  hasPlants,
  hasCompanies,
}: {
  hasPlants: boolean;
  hasCompanies: boolean;
}): ReactNode {
  const email = useSession((session) => session.email);
  const [fate, setFate] = useState<Fate>('handOver');
  const [values, setValues] = useState(empty);
  const [wasTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const navigate = useNavigate();
  // Uses `call` instead of a mutation: after account closure no query may be repeated.
  const wrong = ruleErrors(values, rules);
  const found: FieldErrors = {
    ...wrong,
    handOverTo: hasPlants && fate === 'handOver' ? wrong.handOverTo : undefined,
    companyHandOverTo: hasCompanies ? wrong.companyHandOverTo : undefined,
    typed:
      values.typed.trim().toLowerCase() === email.toLowerCase() ? undefined : t('setup.passwordMismatch'),
  };
  const errors = wasTried ? found : {};
  const submit = async () => {
    setTried(true);
    if (isBusy || Object.values(found).some((error) => error !== undefined)) return;
    setBusy(true);
    const input = {
      password: values.password,
      ...(hasPlants && fate === 'handOver' ? { handOverTo: values.handOverTo } : {}),
      ...(hasCompanies ? { companyHandOverTo: values.companyHandOverTo } : {}),
    };
    try {
      await replaceToken(async () => {
        await call(account.logOff, input);
        resetSession();
      });
      toast(t('unsubscribe.done'), 'success');
      await navigate(paths.login(), { replace: true });
    } catch {
      // The client has already shown the error.
      setBusy(false);
    }
  };
  const field = (key: keyof typeof empty, label: string, hint?: string) => (
    <TextField
      error={errors[key]}
      hint={hint}
      label={label}
      maxLength={rules[key]?.maxLength ?? 254}
      onChange={(value) => setValues((now) => ({ ...now, [key]: value }))}
      value={values[key]}
      {...(key === 'password'
        ? { type: 'password', autoComplete: 'current-password' }
        : { inputMode: 'email' })}
    />
  );
  return (
    <form
      className="hp-edit hp-farewell-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {hasPlants && (
        <>
          <RadioField<Fate>
            label={t('unsubscribe.fate')}
            onChange={setFate}
            options={[
              { value: 'handOver', label: t('unsubscribe.fate.handOver') },
              { value: 'orphan', label: t('unsubscribe.fate.orphan') },
            ]}
            value={fate}
          />
          {fate === 'handOver' &&
            field('handOverTo', t('unsubscribe.handOverTo'), t('unsubscribe.handOverHint'))}
        </>
      )}
      {hasCompanies &&
        field('companyHandOverTo', t('unsubscribe.companyHandOverTo'), t('unsubscribe.companyHandOverHint'))}
      {field('password', t('login.password'))}
      {field('typed', t('unsubscribe.typeAddress', { email }))}
      <div className="hp-farewell-ways">
        <Button onClick={() => void navigate(paths.account())}>{t('unsubscribe.stay')}</Button>
        <Button isBusy={isBusy} isDanger type="submit" variant="primary">
          {t('unsubscribe.submit')}
        </Button>
      </div>
    </form>
  );
}
