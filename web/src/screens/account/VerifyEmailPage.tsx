// Where the link of the registration mail leads: confirms the address at once, or offers a new mail.
import { type ReactNode, useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { call } from '../../api/client.ts';
import { CallFailure } from '../../api/failure.ts';
import { t } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { publicCalls } from '../../session/publicCalls.ts';
import { PublicNews } from './PublicForm.tsx';
import { ResendForm } from './ResendForm.tsx';

type State = { kind: 'asking' } | { kind: 'confirmed'; email: string } | { kind: 'refused'; why: string };

export default function VerifyEmailPage(): ReactNode {
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const [state, setState] = useState<State>(token ? { kind: 'asking' } : { kind: 'refused', why: '' });

  useEffect(() => {
    if (!token) return;
    // The link works once, so leaving the page must not withdraw the question.
    call(publicCalls.verifyEmail, { token }, { quiet: true })
      .then(({ email }) => setState({ kind: 'confirmed', email }))
      .catch((reason: unknown) =>
        setState({
          kind: 'refused',
          why: reason instanceof CallFailure ? reason.message : t('request.unreachable'),
        }),
      );
  }, [token]);

  switch (state.kind) {
    case 'asking':
      return <PublicNews onward={null} text={t('verify.askingText')} title={t('verify.asking')} />;
    case 'confirmed':
      return (
        <PublicNews
          onward={<Link to={paths.login()}>{t('public.toLogin')}</Link>}
          text={t('verify.doneText', { email: state.email })}
          title={t('verify.done')}
        />
      );
    case 'refused':
      return <ResendForm lead={state.why || t('verify.resendLead')} />;
  }
}
