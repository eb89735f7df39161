// Seen once in the life of a portal: the person who runs it makes his account.
import { type ReactNode, useEffect } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../../api/client.ts';
import { t } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { publicCalls } from '../../session/publicCalls.ts';
import { signIn } from '../../session/signing.ts';
import { toast } from '../../ui/base/Toaster.tsx';
import { EmailField, NewPasswordFields } from './Field.tsx';
import { againError, emailError, newPasswordError, textOf } from './formText.ts';
import { PublicForm } from './PublicForm.tsx';

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
          email: emailError(textOf(entries, 'email').trim()),
          password: newPasswordError(password),
          again: againError(password, textOf(entries, 'again')),
        };
      }}
      fields={(errors) => (
        <>
          <EmailField error={errors.email} />
          <NewPasswordFields errors={errors} />
        </>
      )}
      lead={t('setup.lead')}
      submit={async (entries) => {
        const email = textOf(entries, 'email').trim();
        const password = textOf(entries, 'password');
        await call(publicCalls.setup, { email, password }, { quiet: true });
        await signIn(email, password);
        await navigate(paths.sites(), { replace: true });
      }}
      title={t('setup.title')}
    />
  );
}
