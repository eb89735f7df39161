// Sets a new password by the link of a mail. The `title` query names the page when the mail was about something else,
// such as an invitation.
import { type ReactNode, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { call } from '../../api/client.ts';
import { t } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { publicCalls } from '../../session/publicCalls.ts';
import { NewPasswordFields } from './Field.tsx';
import { againError, newPasswordError, textOf } from './formText.ts';
import { PublicForm, PublicNews } from './PublicForm.tsx';

const TITLE_MOST = 80;

export default function ResetPwdPage(): ReactNode {
  const [search] = useSearchParams();
  const [isDone, setDone] = useState(false);
  const token = search.get('token') ?? '';
  const title = (search.get('title') ?? '').slice(0, TITLE_MOST) || t('reset.title');

  if (isDone) {
    return (
      <PublicNews
        onward={<Link to={paths.login()}>{t('public.toLogin')}</Link>}
        text={t('reset.doneText')}
        title={t('reset.done')}
      />
    );
  }
  if (token === '') {
    return (
      <PublicNews
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
      fields={(errors) => <NewPasswordFields errors={errors} label={t('reset.password')} />}
      lead={t('reset.lead')}
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
