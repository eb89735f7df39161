import { cases } from '@helioport/contract/case';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useCall, useWrite } from '../../api/query.ts';
import { energyFigure, moneyText } from '../../components/base/amounts.ts';
import { Facts } from '../../components/base/Facts.tsx';
import { FailedState } from '../../components/base/FailedState.tsx';
import { Figure } from '../../components/base/Figure.tsx';
import { Page } from '../../components/base/Page.tsx';
import { Panel } from '../../components/base/Panel.tsx';
import { RelativeTime } from '../../components/base/RelativeTime.tsx';
import { ToolButton } from '../../components/base/ToolButton.tsx';
import { formatInstant } from '../../components/base/time.ts';
import { urlFields, whole } from '../../components/base/urlFields.ts';
import { useUrlState } from '../../components/base/useUrlState.ts';
import { type CaseDetail, caseNumber, casePriorityText } from '../../components/pv/case/caseText.ts';
import { FindingTags } from '../../components/pv/finding/FindingTags.tsx';
import { lossText } from '../../components/pv/finding/findingText.ts';
import { PersonLink } from '../../components/pv/peopleLinks.tsx';
import { dateText } from '../../components/pv/plantClock.ts';
import { SeverityTag } from '../../components/pv/SeverityTag.tsx';
import { t } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { useMayCall } from '../../session/Can.tsx';
import { pageTitle } from '../../session/pageTitle.ts';
import { CaseActions } from './CaseActions.tsx';
import { CaseHistory } from './CaseHistory.tsx';
import { CasePhotos } from './CasePhotos.tsx';
import { CaseVisits } from './CaseVisits.tsx';
import { CaseStateTag, DueDay } from './caseColumns.tsx';
import './fleet.css';

const schema = urlFields({ id: whole(1, Number.MAX_SAFE_INTEGER, 0) });

/** One case: subject, plan, work done, and loss. */
export default function CasePage(): ReactNode {
  const [{ id }] = useUrlState(schema);
  const answer = useCall(cases.detail, { id }, { live: 'none', isEnabled: id > 0, refreshMs: 60_000 });
  const found = answer.data;
  const mayWrite = useMayCall(cases.update) && found?.mayEdit === true;
  return (
    <Page
      actions={found && mayWrite && <CaseActions found={found} />}
      crumbs={[
        { title: pageTitle('fleet'), to: paths.fleet() },
        { title: t('case.title'), to: paths.cases() },
      ]}
      sub={
        found && (
          <>
            <Link to={paths.site(found.sid)}>{found.siteName}</Link>
            <CaseStateTag row={found} />
            {found.assignedName === '' ? (
              t('alarm.nobody')
            ) : (
              <PersonLink name={found.assignedName} uid={found.assignedUid} />
            )}
            {found.dueDay !== null && (
              <span>
                {t('case.field.due')} <DueDay row={found} />
              </span>
            )}
          </>
        )
      }
      title={found ? `${found.number} · ${found.title}` : id > 0 ? caseNumber(id) : t('case.link')}
    >
      {id === 0 || (answer.error && !found) ? (
        <Panel empty={id === 0 && { title: t('ui.unknownTitle'), icon: 'search' }}>
          {answer.error && <FailedState answer={answer} />}
        </Panel>
      ) : (
        <>
          <Panel answer={answer} height={140}>
            {found && <Summary found={found} />}
          </Panel>
          {found && <Parts found={found} mayWrite={mayWrite} />}
        </>
      )}
    </Page>
  );
}

function Parts({ found, mayWrite }: { found: CaseDetail; mayWrite: boolean }): ReactNode {
  const mayChange = mayWrite && found.state !== 'closed';
  return (
    <div className="hp-case-columns">
      <div>
        <ItemsPanel found={found} mayChange={mayChange} />
        <CaseHistory found={found} mayChange={mayChange} />
      </div>
      <div>
        <CaseVisits found={found} mayChange={mayChange} />
        <CasePhotos found={found} mayChange={mayChange} />
      </div>
    </div>
  );
}

/** Energy, with money below it where the plant has a price. */
function Loss({ label, kwh, money, currency }: LossProps): ReactNode {
  const energy = energyFigure(kwh);
  return (
    <Figure
      label={label}
      sub={money === null ? undefined : moneyText(money, currency)}
      unit={energy.unit}
      value={kwh === null ? null : energy.value}
    />
  );
}

interface LossProps {
  label: string;
  kwh: number | null;
  money: number | null;
  currency: string;
}

function Summary({ found }: { found: CaseDetail }): ReactNode {
  const { currency } = found;
  const day = (value: string | null) => (value === null ? '' : dateText(value));
  return (
    <>
      {found.state === 'verifying' && <p className="hp-case-hint">{t('case.verifyingHint')}</p>}
      <div className="hp-case-figures">
        <Loss
          currency={currency}
          kwh={found.findings === 0 ? null : found.lostKwh}
          label={t('case.lost')}
          money={found.lostMoney}
        />
        <Loss
          currency={currency}
          kwh={found.findings === 0 ? null : found.riskKwh}
          label={t('fleet.field.risk')}
          money={found.riskMoney}
        />
        {found.recoveredKwhPerYear !== null && (
          <Loss
            currency={currency}
            kwh={found.recoveredKwhPerYear}
            label={t('case.recovered')}
            money={null}
          />
        )}
      </div>
      <Facts
        facts={[
          { title: t('case.field.priority'), value: casePriorityText(found.priority) },
          { title: t('case.field.visit'), value: day(found.nextVisitDay) },
          { title: t('case.field.warranty'), value: day(found.warrantyUntil) },
          { title: t('case.field.warrantyNote'), value: found.warrantyNote },
          { title: t('case.field.created'), value: formatInstant(found.createdAt, found.timezone) },
          ...(found.closedAt === null
            ? []
            : [{ title: t('case.field.closed'), value: formatInstant(found.closedAt, found.timezone) }]),
          ...(found.note === '' ? [] : [{ title: t('case.field.note'), value: found.note }]),
        ]}
      />
    </>
  );
}

/** Findings and alarms that the case is about. */
function ItemsPanel({ found, mayChange }: { found: CaseDetail; mayChange: boolean }): ReactNode {
  const { id, findingRows, alarmRows, timezone } = found;
  const items = useWrite(cases.items, { refreshes: ['fleet', 'finding', 'alarm'] });
  const remove = (what: { findingIds?: number[]; alarmIds?: number[] }, name: string) =>
    mayChange && (
      <ToolButton
        icon="close"
        label={t('case.remove', { name })}
        onClick={() => items.mutate({ id, add: false, ...what })}
        size={16}
      />
    );
  return (
    <Panel
      empty={
        findingRows.length + alarmRows.length === 0 && {
          title: t('case.noItems'),
          hint: t('case.noItemsHint'),
          icon: 'search',
        }
      }
      title={t('case.items')}
    >
      <ul className="hp-case-list">
        {findingRows.map((row) => (
          <li key={row.id}>
            <div className="hp-case-item">
              <FindingTags found={row} />
              <p>
                <Link to={paths.finding(row.id)}>{row.sentence}</Link>
              </p>
              <p className="hp-muted">
                {row.until === null
                  ? t('public.labelled', {
                      label: t('finding.field.perYear'),
                      value: lossText(row.lostKwhPerYear, row.lostMoneyPerYear, row.currency),
                    })
                  : t('public.labelled', {
                      label: t('finding.field.recovered'),
                      value: lossText(
                        row.recovered?.kwhPerDay ?? null,
                        row.recovered?.moneyPerDay ?? null,
                        row.currency,
                      ),
                    })}
              </p>
            </div>
            {remove({ findingIds: [row.id] }, row.sentence)}
          </li>
        ))}
        {alarmRows.map((row) => (
          <li key={`alarm ${row.alarmId}`}>
            <div className="hp-case-item">
              <div className="hp-alarm-tags">
                <SeverityTag severity={row.severity} />
              </div>
              <p>
                <Link to={paths.alarms({ id: row.alarmId })}>{row.title}</Link>{' '}
                <span className="hp-muted">{row.sns.slice(0, 5).join(', ')}</span>
              </p>
              <p className="hp-muted">
                {row.endedAt === null ? (
                  <>
                    {t('event.begun')} <RelativeTime at={row.begunAt} timeZone={timezone} />
                  </>
                ) : (
                  <>
                    {t('event.ended')} <RelativeTime at={row.endedAt} timeZone={timezone} />
                  </>
                )}
              </p>
            </div>
            {remove({ alarmIds: [row.alarmId] }, row.title)}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
