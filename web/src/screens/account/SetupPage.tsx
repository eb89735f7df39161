// Seen once in the life of a portal: the person who runs it makes his account.
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../../api/client.ts';
import { CallFailure } from '../../api/failure.ts';
import { t } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { PublicFrame } from '../../session/PublicFrame.tsx';
import { publicCalls } from '../../session/publicCalls.ts';
import { signIn } from '../../session/signing.ts';
import { titlePage } from '../../title.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Field, PasswordField } from './Field.tsx';
import { textOf } from './formText.ts';
import './login.css';

const PASSWORD_MIN = 6;
const fieldNames = ['email', 'password', 'again'] as const;
type Errors = Partial<Record<(typeof fieldNames)[number], string>>;

function errorsIn(email: string, password: string, again: string): Errors {
  const errors: Errors = {};
  if (email === '') errors.email = t('login.required');
  else if (!/^\S+@\S+\.\S+$/.test(email)) errors.email = t('login.emailInvalid');
  if (password === '') errors.password = t('login.required');
  else if (password.trim().length < PASSWORD_MIN) errors.password = t('setup.passwordShort');
  if (again !== password) errors.again = t('setup.passwordMismatch');
  return errors;
}

export default function SetupPage(): ReactNode {
  const [errors, setErrors] = useState<Errors>({});
  const [refusal, setRefusal] = useState('');
  const [isBusy, setBusy] = useState(false);
  const navigate = useNavigate();

  useEffect(() => {
    titlePage(t('setup.title'));
  }, []);

  const create = async (email: string, password: string) => {
    setBusy(true);
    setRefusal('');
    try {
      await call(publicCalls.setup, { email, password }, { quiet: true });
      await signIn(email, password);
      await navigate(paths.sites(), { replace: true });
    } catch (reason) {
      setRefusal(reason instanceof CallFailure ? reason.message : t('request.unreachable'));
      setBusy(false);
    }
  };

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const fields = new FormData(form);
    const email = textOf(fields, 'email').trim();
    const password = textOf(fields, 'password');
    const found = errorsIn(email, password, textOf(fields, 'again'));
    setErrors(found);
    const first = fieldNames.find((name) => found[name]);
    if (first) form.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
    else void create(email, password);
  };

  return (
    <PublicFrame>
      <div className="hp-login hp-login-single">
        <div className="hp-login-card">
          <form className="hp-form" noValidate onSubmit={submit}>
            <div>
              <h1>{t('setup.title')}</h1>
              <p className="hp-form-lead">{t('setup.lead')}</p>
            </div>
            <div aria-live="assertive" className="hp-form-news">
              {refusal && (
                <p className="hp-form-error">
                  <Icon name="alert" />
                  {refusal}
                </p>
              )}
            </div>
            <Field
              autoCapitalize="none"
              autoComplete="username"
              error={errors.email}
              label={t('login.email')}
              name="email"
              type="email"
            />
            <PasswordField
              autoComplete="new-password"
              error={errors.password}
              hint={t('setup.passwordHint')}
              label={t('login.password')}
              name="password"
            />
            <PasswordField
              autoComplete="new-password"
              error={errors.again}
              label={t('setup.passwordAgain')}
              name="again"
            />
            <button aria-busy={isBusy} className="hp-button" disabled={isBusy} type="submit">
              {isBusy ? t('setup.creating') : t('setup.create')}
            </button>
          </form>
        </div>
      </div>
    </PublicFrame>
  );
}
