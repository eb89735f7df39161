// Target of the link in an alarm email that acknowledges the alarm. It shows the alarm and asks for confirmation
// first, because mail scanners open links too.
import type { alarm } from '@helioport/contract/alarm';
import type { OutputOf } from '@helioport/contract/endpoint';
import { type ReactNode, useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { call } from '../../api/client.ts';
import { CallFailure } from '../../api/failure.ts';
import { t } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { publicCalls } from '../../session/publicCalls.ts';
import { PublicForm, PublicNotice } from './PublicForm.tsx';

type State =
  | { kind: 'asking' | 'done' }
  | { kind: 'shown'; data: OutputOf<typeof alarm.mailed> }
  | { kind: 'refused'; why: string };

export default function AcknowledgePage(): ReactNode {
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const [state, setState] = useState<State>({ kind: 'asking' });

  useEffect(() => {
    const leaving = new AbortController();
    call(publicCalls.mailed, { token }, { quiet: true, signal: leaving.signal })
      .then((data) => setState({ kind: 'shown', data }))
      .catch((reason: unknown) => {
        if (leaving.signal.aborted) return;
        setState({
          kind: 'refused',
          why: reason instanceof CallFailure ? reason.message : t('request.unreachable'),
        });
      });
    return () => leaving.abort();
  }, [token]);

  const toLogin = <Link to={paths.login()}>{t('public.toLogin')}</Link>;
  switch (state.kind) {
    case 'asking':
      return <PublicNotice onward={null} text={t('alarmMail.asking')} title={t('alarmMail.title')} />;
    case 'refused':
      return <PublicNotice onward={toLogin} text={state.why} title={t('alarmMail.refused')} />;
    case 'done':
      return <PublicNotice onward={toLogin} text={t('alarmMail.doneText')} title={t('alarmMail.done')} />;
    case 'shown': {
      const { siteName, title, where, since, explanation, advice } = state.data;
      return (
        <PublicForm
          below={toLogin}
          busyButton={t('alarmMail.busy')}
          button={t('alarmMail.button')}
          check={() => ({})}
          fields={() => (
            <div className="hp-form-told">
              <h2>{title}</h2>
              <p className="hp-form-lead">{siteName}</p>
              <p className="hp-form-lead">{`${where} · ${since}`}</p>
              <p>{explanation}</p>
              <p>{advice}</p>
            </div>
          )}
          lead={t('alarmMail.lead', { site: siteName })}
          submit={async () => {
            await call(publicCalls.mailedAcknowledge, { token }, { quiet: true });
            setState({ kind: 'done' });
          }}
          title={t('alarmMail.title')}
        />
      );
    }
  }
}
