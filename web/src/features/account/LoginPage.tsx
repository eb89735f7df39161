// The login page, small enough to load immediately.

import type { account } from '@helioport/contract/account';
import type { OutputOf } from '@helioport/contract/endpoint';
import type { failures } from '@helioport/contract/failures';
import { type FormEvent, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router';
import { call } from '../../api/client.ts';
import { CallFailure } from '../../api/failure.ts';
import { Button } from '../../components/base/Button.tsx';
import { Icon } from '../../components/base/Icon.tsx';
import { untilFetched } from '../../connection.ts';
import { t } from '../../i18n.ts';
import { paths, safeRedirect } from '../../paths.ts';
import { useBrand } from '../../session/brand.ts';
import { PublicFrame } from '../../session/PublicFrame.tsx';
import { publicCalls } from '../../session/publicCalls.ts';
import { signIn } from '../../session/signing.ts';
import { titlePage } from '../../title.ts';
import { DemoLogins } from './DemoLogins.tsx';
import { EmailField, PasswordField } from './Field.tsx';
import { textOf } from './formText.ts';
import { SkyCurve } from './SkyCurve.tsx';
import './login.css';

const ResendForm = lazy(() =>
  untilFetched(async () => ({ default: (await import('./ResendForm.tsx')).ResendForm })),
);

/** The address is not confirmed yet. */
const UNVERIFIED: (typeof failures)['account.unverified']['code'] = 263;

interface Errors {
  email?: string;
  password?: string;
}

const looksLikeEmail = (text: string) => /^\S+@\S+\.\S+$/.test(text);

function errorsIn(email: string, password: string): Errors {
  return {
    ...(email === ''
      ? { email: t('login.required') }
      : looksLikeEmail(email)
        ? {}
        : { email: t('login.emailInvalid') }),
    ...(password === '' ? { password: t('login.required') } : {}),
  };
}

/**
 * Whether the first administrator is still to be created, and the demo accounts; requested once when the page opens.
 */
function useSetupState(): OutputOf<typeof account.setupState> | undefined {
  const [state, setState] = useState<OutputOf<typeof account.setupState>>();
  useEffect(() => {
    const leaving = new AbortController();
    call(publicCalls.setupState, {}, { quiet: true, signal: leaving.signal })
      .then(setState)
      .catch(() => undefined);
    return () => leaving.abort();
  }, []);
  return state;
}

export default function LoginPage(): ReactNode {
  const [errors, setErrors] = useState<Errors>({});
  const [refusal, setRefusal] = useState('');
  const [unverified, setUnverified] = useState('');
  const [isBusy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const setup = useSetupState();
  const mayRegister = useBrand((brand) => brand.openRegistration);
  const navigate = useNavigate();
  const [search] = useSearchParams();

  useEffect(() => {
    titlePage(t('login.title'));
  }, []);

  const enter = async (email: string, password: string) => {
    setBusy(true);
    try {
      await signIn(email, password);
      await navigate(safeRedirect(search.get('redirect')), { replace: true });
    } catch (reason) {
      const why = reason instanceof CallFailure ? reason.message : t('request.unreachable');
      if (reason instanceof CallFailure && reason.code === UNVERIFIED) setUnverified(why);
      else setRefusal(why);
      setBusy(false);
    }
  };

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const email = textOf(fields, 'email').trim();
    const password = textOf(fields, 'password');
    const found = errorsIn(email, password);
    setErrors(found);
    // The rejection concerned the previous input.
    setRefusal('');
    const first = found.email ? 'email' : found.password ? 'password' : undefined;
    if (first) form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
    else void enter(email, password);
  };

  if (unverified) {
    return (
      <Suspense fallback={null}>
        <ResendForm lead={unverified} />
      </Suspense>
    );
  }
  if (setup?.needed) return <Navigate replace to={paths.setup()} />;
  return (
    <PublicFrame>
      <div className="hp-login">
        <div className="hp-login-sky">
          <p>{t('login.lead')}</p>
          <SkyCurve />
        </div>
        <div className="hp-login-card">
          <form className="hp-form" noValidate onSubmit={submit} ref={form}>
            <h1>{t('login.title')}</h1>
            <div aria-live="assertive" className="hp-form-news">
              {refusal && (
                <p className="hp-form-error">
                  <Icon name="alert" />
                  {refusal}
                </p>
              )}
            </div>
            <EmailField error={errors.email} />
            <PasswordField
              autoComplete="current-password"
              error={errors.password}
              label={t('login.password')}
              name="password"
            />
            <Button isBusy={isBusy} type="submit" variant="primary">
              {isBusy ? t('login.signingIn') : t('login.signIn')}
            </Button>
          </form>
          <div className="hp-form-below">
            <Link to={paths.forgotten()}>{t('login.forgot')}</Link>
            {mayRegister && <Link to={paths.register()}>{t('login.register')}</Link>}
          </div>
          {setup && setup.demoLogins.length > 0 && (
            <DemoLogins isBusy={isBusy} logins={setup.demoLogins} onChoose={enter} />
          )}
        </div>
      </div>
    </PublicFrame>
  );
}
