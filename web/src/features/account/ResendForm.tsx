// Requests another registration email. Shows the same message for every address.
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../api/client.ts';
import { t } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { publicCalls } from '../../session/publicCalls.ts';
import { EmailField } from './Field.tsx';
import { emailError, textOf } from './formText.ts';
import { PublicForm, PublicNotice } from './PublicForm.tsx';

/** The address to which the email with the link was sent, and a link to the login page. */
export function MailSent({ email }: { email: string }): ReactNode {
  return (
    <PublicNotice
      onward={<Link to={paths.login()}>{t('public.toLogin')}</Link>}
      text={t('register.sentText', { email })}
      title={t('register.sent')}
    />
  );
}

export function ResendForm({ lead }: { lead: string }): ReactNode {
  const [sentTo, setSentTo] = useState('');
  const toLogin = <Link to={paths.login()}>{t('public.toLogin')}</Link>;
  if (sentTo) return <MailSent email={sentTo} />;
  return (
    <PublicForm
      below={toLogin}
      busyButton={t('forget.sending')}
      button={t('verify.resend')}
      check={(entries) => ({ email: emailError(textOf(entries, 'email').trim()) })}
      fields={(errors) => <EmailField error={errors.email} />}
      lead={lead}
      submit={async (entries) => {
        const email = textOf(entries, 'email').trim();
        await call(publicCalls.resendVerification, { email }, { quiet: true });
        setSentTo(email);
      }}
      title={t('verify.resendTitle')}
    />
  );
}
