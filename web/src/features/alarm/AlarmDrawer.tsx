import { alarm } from '@helioport/contract/alarm';
import type { OutputOf } from '@helioport/contract/endpoint';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useCall } from '../../api/query.ts';
import { AnswerDrawer } from '../../components/base/AnswerDrawer.tsx';
import { Facts } from '../../components/base/Facts.tsx';
import { formatInstant, formatNumber, useNow } from '../../components/base/time.ts';
import { AlarmStateTag } from '../../components/pv/alarmState.tsx';
import { CaseLink } from '../../components/pv/case/CaseLink.tsx';
import { CreateCaseButton } from '../../components/pv/case/CreateCaseButton.tsx';
import { durationText } from '../../components/pv/events/eventColumns.tsx';
import { PersonLink } from '../../components/pv/peopleLinks.tsx';
import { SeverityTag } from '../../components/pv/SeverityTag.tsx';
import { t, wordsFor } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { Can } from '../../session/Can.tsx';
import { AlarmActions } from './AlarmActions.tsx';
import { AlarmCurve } from './AlarmCurve.tsx';
import { FindingLink, lostText, reachText, titleText } from './alarmColumns.tsx';
import './alarm.css';

type Detail = OutputOf<typeof alarm.detail>;

interface AlarmDrawerProps {
  id: number;
  onClose: () => void;
  onOpen: (id: number) => void;
}

/** One alarm: meaning, advice, power of its day, and history. */
export function AlarmDrawer({ id, onClose, onOpen }: AlarmDrawerProps): ReactNode {
  const answer = useCall(alarm.detail, { alarmId: id }, { live: 'none', refreshMs: 30_000 });
  const title = answer.data ? titleText(answer.data) : t('alarm.link');
  return (
    <AnswerDrawer answer={answer} onClose={onClose} title={title}>
      {(found) => <AlarmBody found={found} onOpen={onOpen} />}
    </AnswerDrawer>
  );
}

function AlarmBody({ found, onOpen }: { found: Detail; onOpen: (id: number) => void }): ReactNode {
  const at = (instant: number) => formatInstant(instant, found.timezone);
  const now = useNow();
  const known = found.steps.findLast(({ step }) => step === 'acknowledged')?.at ?? null;
  return (
    <div className="hp-alarm">
      <div className="hp-alarm-tags">
        <SeverityTag severity={found.severity} />
        <AlarmStateTag state={found.state} />
        {found.snoozedUntil !== null && t('alarm.until', { time: at(found.snoozedUntil) })}
      </div>
      {found.mayEdit && (
        <Can call={alarm.acknowledge}>
          <AlarmActions alarms={[found]} />
        </Can>
      )}
      {found.mayEdit && found.caseId === null && (
        <div>
          <CreateCaseButton about={{ sid: found.sid, siteName: found.siteName, alarmIds: [found.alarmId] }} />
        </div>
      )}
      {found.endedAt === null && !found.isSo && <p className="hp-muted">{t('alarm.nobodyKnows')}</p>}
      {found.isFolded && <p className="hp-muted">{t('alarm.isFolded')}</p>}
      <Facts
        facts={[
          { title: t('site.field.name'), value: <Link to={paths.site(found.sid)}>{found.siteName}</Link> },
          { title: t('site.field.device'), value: reachText(found) },
          { title: t('event.begun'), value: at(found.begunAt) },
          { title: t('event.ended'), value: found.endedAt === null ? t('event.going') : at(found.endedAt) },
          { title: t('event.times'), value: formatNumber(found.times, 0) },
          { title: t('alarm.field.lost'), value: lostText(found) },
          { title: t('alarm.field.open'), value: durationText((found.endedAt ?? now) - found.begunAt) },
          ...(known === null
            ? []
            : [{ title: t('alarm.field.known'), value: durationText(known - found.begunAt) }]),
          {
            title: t('alarm.field.assigned'),
            value:
              found.assignedName === '' ? (
                ''
              ) : (
                <PersonLink name={found.assignedName} uid={found.assignedUid} />
              ),
          },
          ...(found.findingId === null
            ? []
            : [{ title: t('alarm.field.finding'), value: <FindingLink of={found} /> }]),
          ...(found.caseId === null
            ? []
            : [{ title: t('case.link'), value: <CaseLink id={found.caseId} /> }]),
        ]}
      />
      <dl className="hp-alarm-words">
        <dt>{t('event.cause')}</dt>
        <dd>{found.explanation}</dd>
        <dt>{t('event.owner')}</dt>
        <dd>{found.ownerAdvice}</dd>
        <dt>{t('event.installer')}</dt>
        <dd>{found.installerAdvice}</dd>
        {found.deviceCount > 1 && (
          <>
            <dt>{t('site.field.devices')}</dt>
            <dd>
              <ul className="hp-alarm-devices">
                {found.sns.map((sn) => (
                  <li key={sn}>
                    <Link to={paths.device(sn)}>{sn}</Link>
                  </li>
                ))}
              </ul>
            </dd>
          </>
        )}
      </dl>
      <AlarmCurve found={found} />
      {found.folded.length > 0 && (
        <section>
          <h3>{t('alarm.below')}</h3>
          <ul>
            {found.folded.map((one) => (
              <li key={one.alarmId}>
                <button className="hp-link-button" onClick={() => onOpen(one.alarmId)} type="button">
                  {titleText(one)}
                </button>{' '}
                {reachText(one)}
              </li>
            ))}
          </ul>
        </section>
      )}
      <section>
        <h3>{t('alarm.steps')}</h3>
        <ol className="hp-alarm-steps">
          {found.steps.map((step) => (
            <Step key={`${step.at} ${step.step}`} step={step} timezone={found.timezone} />
          ))}
        </ol>
      </section>
    </div>
  );
}

function Step({ step, timezone }: { step: Detail['steps'][number]; timezone: string }): ReactNode {
  const words = (() => {
    if (step.step === 'assigned')
      return step.toWhom === ''
        ? t('alarm.step.unassigned')
        : t('alarm.step.assigned', { name: step.toWhom });
    if (step.step === 'snoozed')
      return step.until === null
        ? t('alarm.snoozeEnd')
        : t('alarm.step.snoozed', { time: formatInstant(step.until, timezone) });
    return wordsFor(`alarm.step.${step.step}`, step.step);
  })();
  return (
    <li>
      <b>{words}</b>
      <span className="hp-muted">
        {[formatInstant(step.at, timezone), step.who].filter((part) => part !== '').join(' · ')}
      </span>
      {step.comment !== '' && <p>{step.comment}</p>}
    </li>
  );
}
