// Sets a password by the link of an email: a new one, or the first one of an account that was created for its owner. The
// `title` query names the page when the email was about something else.
import type { account } from '@helioport/contract/account';
import type { OutputOf } from '@helioport/contract/endpoint';
import { type ReactNode, useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { call } from '../../api/client.ts';
import { t } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { publicCalls } from '../../session/publicCalls.ts';
import { NewPasswordFields } from './Field.tsx';
import { againError, newPasswordError, textOf } from './formText.ts';
import { PublicForm, PublicNotice } from './PublicForm.tsx';

const TITLE_MOST = 80;

type LinkInfo = OutputOf<typeof account.linkInfo>;

/** The user of the link; null until known or if the link is invalid, which saving then reports. */
function useLinkInfo(token: string): LinkInfo | null {
  const [info, setInfo] = useState<LinkInfo | null>(null);
  useEffect(() => {
    if (token === '') return;
    let isThere = true;
    call(publicCalls.linkInfo, { token }, { quiet: true }).then(
      (answer) => isThere && setInfo(answer),
      () => undefined,
    );
    return () => {
      isThere = false;
    };
  }, [token]);
  return info;
}

function leadOf(info: LinkInfo | null): string {
  if (info === null) return t('reset.lead');
  const { email, inviter } = info;
  if (info.purpose === 'reset') return t('reset.leadOf', { email });
  return inviter === '' ? t('reset.inviteLead', { email }) : t('reset.inviteLeadBy', { email, inviter });
}

export default function ResetPwdPage(): ReactNode {
  const [search] = useSearchParams();
  const [isDone, setDone] = useState(false);
  const token = search.get('token') ?? '';
  const info = useLinkInfo(token);
  const isInvited = info?.purpose === 'invite';
  const title =
    (search.get('title') ?? '').slice(0, TITLE_MOST) ||
    (isInvited ? t('reset.inviteTitle') : t('reset.title'));

  if (isDone) {
    return (
      <PublicNotice
        onward={<Link to={paths.login()}>{t('public.toLogin')}</Link>}
        text={t('reset.doneText')}
        title={t('reset.done')}
      />
    );
  }
  if (token === '') {
    return (
      <PublicNotice
        onward={<Link to={paths.forgotten()}>{t('reset.askAgain')}</Link>}
        text={t('reset.noTokenText')}
        title={t('reset.noToken')}
      />
    );
  }
  return (
    <PublicForm
      below={<Link to={paths.forgotten()}>{t('reset.askAgain')}</Link>}
      busyButton={t('reset.saving')}
      button={t('reset.save')}
      check={(entries) => {
        const password = textOf(entries, 'password');
        return {
          password: newPasswordError(password),
          again: againError(password, textOf(entries, 'again')),
        };
      }}
      fields={(errors) => (
        <NewPasswordFields
          errors={errors}
          label={isInvited ? t('reset.firstPassword') : t('reset.password')}
        />
      )}
      lead={leadOf(info)}
      submit={async (entries) => {
        const password = textOf(entries, 'password');
        const password2 = textOf(entries, 'again');
        await call(publicCalls.resetPasswordEmail, { token, password, password2 }, { quiet: true });
        setDone(true);
      }}
      title={title}
    />
  );
}
