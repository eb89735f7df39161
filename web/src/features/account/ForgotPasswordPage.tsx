// Requests the password reset email. Shows the same message for every address.
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../api/client.ts';
import { t } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { publicCalls } from '../../session/publicCalls.ts';
import { EmailField } from './Field.tsx';
import { emailError, textOf } from './formText.ts';
import { PublicForm, PublicNotice } from './PublicForm.tsx';

export default function ForgotPasswordPage(): ReactNode {
  const [sentTo, setSentTo] = useState('');
  const toLogin = <Link to={paths.login()}>{t('public.toLogin')}</Link>;
  if (sentTo) {
    return (
      <PublicNotice
        onward={toLogin}
        text={t('forget.sentText', { email: sentTo })}
        title={t('forget.sent')}
      />
    );
  }
  return (
    <PublicForm
      below={toLogin}
      busyButton={t('forget.sending')}
      button={t('forget.send')}
      check={(entries) => ({ email: emailError(textOf(entries, 'email').trim()) })}
      fields={(errors) => <EmailField error={errors.email} />}
      lead={t('forget.lead')}
      submit={async (entries) => {
        const email = textOf(entries, 'email').trim();
        await call(publicCalls.emailForgetPassword, { email }, { quiet: true });
        setSentTo(email);
      }}
      title={t('forget.title')}
    />
  );
}
