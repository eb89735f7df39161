// Where the link of the registration email leads: confirms the address by the password of that registration, or offers
// a new email.
import { type ReactNode, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { call } from '../../api/client.ts';
import { t } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { publicCalls } from '../../session/publicCalls.ts';
import { PasswordField } from './Field.tsx';
import { textOf } from './formText.ts';
import { PublicForm, PublicNotice } from './PublicForm.tsx';
import { ResendForm } from './ResendForm.tsx';

export default function VerifyEmailPage(): ReactNode {
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const [confirmed, setConfirmed] = useState('');

  if (confirmed) {
    return (
      <PublicNotice
        onward={<Link to={paths.login()}>{t('public.toLogin')}</Link>}
        text={t('verify.doneText', { email: confirmed })}
        title={t('verify.done')}
      />
    );
  }
  if (!token) return <ResendForm lead={t('verify.resendLead')} />;
  return (
    <PublicForm
      below={
        <>
          <Link to={paths.verifyEmail()}>{t('verify.resend')}</Link>
          <Link to={paths.forgotten()}>{t('verify.setPassword')}</Link>
        </>
      }
      busyButton={t('verify.confirming')}
      button={t('verify.confirm')}
      check={(entries) => ({ password: textOf(entries, 'password') ? undefined : t('login.required') })}
      fields={(errors) => (
        <PasswordField
          autoComplete="current-password"
          error={errors.password}
          label={t('login.password')}
          name="password"
        />
      )}
      lead={t('verify.lead')}
      submit={async (entries) => {
        const password = textOf(entries, 'password');
        const { email } = await call(publicCalls.verifyEmail, { token, password }, { quiet: true });
        setConfirmed(email);
      }}
      title={t('verify.resendTitle')}
    />
  );
}
