// Where the link of a report leads that ends reports. It asks first: programs that look into mails open links too.
import { type ReactNode, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { call } from '../../api/client.ts';
import { t } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { publicCalls } from '../../session/publicCalls.ts';
import { PublicForm, PublicNews } from './PublicForm.tsx';

export default function EndReportsPage(): ReactNode {
  const [search] = useSearchParams();
  const [ended, setEnded] = useState<string>();
  const toLogin = <Link to={paths.login()}>{t('public.toLogin')}</Link>;
  if (ended !== undefined) {
    return (
      <PublicNews
        onward={toLogin}
        text={t('reportEnd.doneText', { site: ended })}
        title={t('reportEnd.done')}
      />
    );
  }
  return (
    <PublicForm
      below={toLogin}
      busyButton={t('reportEnd.busy')}
      button={t('reportEnd.button')}
      check={() => ({})}
      fields={() => null}
      lead={t('reportEnd.lead')}
      submit={async () => {
        const token = search.get('token') ?? '';
        setEnded((await call(publicCalls.reportUnsubscribe, { token }, { quiet: true })).siteName);
      }}
      title={t('reportEnd.title')}
    />
  );
}
