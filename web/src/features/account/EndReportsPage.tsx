// Target of the link in an email that ends reports or alarm emails. It asks for confirmation first, because mail
// scanners open links too.
import { type ReactNode, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { call } from '../../api/client.ts';
import { t } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { publicCalls } from '../../session/publicCalls.ts';
import { PublicForm, PublicNotice } from './PublicForm.tsx';

const ofReports = {
  title: 'reportEnd.title',
  lead: 'reportEnd.lead',
  button: 'reportEnd.button',
  done: 'reportEnd.done',
  doneText: 'reportEnd.doneText',
} as const;
/** Tokens of alarm emails begin with an a. */
const ofAlarms = {
  title: 'reportEnd.alarms.title',
  lead: 'reportEnd.alarms.lead',
  button: 'reportEnd.alarms.button',
  done: 'reportEnd.alarms.done',
  doneText: 'reportEnd.alarms.doneText',
} as const;

export default function EndReportsPage(): ReactNode {
  const [search] = useSearchParams();
  const [ended, setEnded] = useState<string>();
  const token = search.get('token') ?? '';
  const words = token.startsWith('a') ? ofAlarms : ofReports;
  const toLogin = <Link to={paths.login()}>{t('public.toLogin')}</Link>;
  if (ended !== undefined) {
    return <PublicNotice onward={toLogin} text={t(words.doneText, { site: ended })} title={t(words.done)} />;
  }
  return (
    <PublicForm
      below={toLogin}
      busyButton={t('reportEnd.busy')}
      button={t(words.button)}
      check={() => ({})}
      fields={() => null}
      lead={t(words.lead)}
      submit={async () => {
        setEnded((await call(publicCalls.reportUnsubscribe, { token }, { quiet: true })).siteName);
      }}
      title={t(words.title)}
    />
  );
}
