// The first-run page: creates the administrator, with the setup code that the server prints.
import { type ReactNode, useEffect } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../../api/client.ts';
import { toast } from '../../components/base/Toaster.tsx';
import { t } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { publicCalls } from '../../session/publicCalls.ts';
import { signIn } from '../../session/signing.ts';
import { EmailField, Field, NewPasswordFields } from './Field.tsx';
import { againError, emailError, newPasswordError, textOf } from './formText.ts';
import { PublicForm } from './PublicForm.tsx';

/** The code of an address such as `/setup#code=XXXX-XXXX`, which the server prints. */
const codeOf = (hash: string): string => new URLSearchParams(hash.slice(1)).get('code') ?? '';

export default function SetupPage(): ReactNode {
  const navigate = useNavigate();
  useEffect(() => {
    void call(publicCalls.setupState, {}, { quiet: true })
      .then(({ needed }) => {
        if (needed) return;
        toast(t('setup.done'));
        void navigate(paths.login(), { replace: true });
      })
      .catch(() => undefined);
  }, [navigate]);
  return (
    <PublicForm
      busyButton={t('setup.creating')}
      button={t('setup.create')}
      check={(entries) => {
        const password = textOf(entries, 'password');
        return {
          code: textOf(entries, 'code').trim() ? undefined : t('login.required'),
          email: emailError(textOf(entries, 'email').trim()),
          password: newPasswordError(password),
          again: againError(password, textOf(entries, 'again')),
        };
      }}
      fields={(errors) => (
        <>
          <Field
            autoCapitalize="characters"
            autoComplete="off"
            defaultValue={codeOf(window.location.hash)}
            error={errors.code}
            hint={t('setup.codeHelp')}
            label={t('setup.code')}
            maxLength={40}
            name="code"
            spellCheck={false}
          />
          <EmailField error={errors.email} />
          <NewPasswordFields errors={errors} />
        </>
      )}
      lead={t('setup.lead')}
      submit={async (entries) => {
        const email = textOf(entries, 'email').trim();
        const password = textOf(entries, 'password');
        const code = textOf(entries, 'code').trim();
        await call(publicCalls.setup, { email, password, code }, { quiet: true });
        await signIn(email, password);
        await navigate(paths.sites(), { replace: true });
      }}
      title={t('setup.title')}
    />
  );
}
