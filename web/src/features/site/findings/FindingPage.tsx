// One finding: description, loss, advice, and the curves behind it.
import { finding } from '@helioport/contract/finding';
import { site } from '@helioport/contract/site';
import { localDay } from '@helioport/domain/periods';
import { type ReactNode, useMemo } from 'react';
import { Link } from 'react-router';
import { useCall } from '../../../api/query.ts';
import { EmptyState } from '../../../components/base/EmptyState.tsx';
import { Facts } from '../../../components/base/Facts.tsx';
import { FailedState } from '../../../components/base/FailedState.tsx';
import { Figure } from '../../../components/base/Figure.tsx';
import { Page } from '../../../components/base/Page.tsx';
import { Panel } from '../../../components/base/Panel.tsx';
import { RelativeTime } from '../../../components/base/RelativeTime.tsx';
import { Skeleton } from '../../../components/base/Skeleton.tsx';
import { useNow } from '../../../components/base/time.ts';
import { urlFields, whole } from '../../../components/base/urlFields.ts';
import { useUrlState } from '../../../components/base/useUrlState.ts';
import { Chart } from '../../../components/chart/Chart.tsx';
import { CaseLink } from '../../../components/pv/case/CaseLink.tsx';
import { CreateCaseButton } from '../../../components/pv/case/CreateCaseButton.tsx';
import { FindingTags } from '../../../components/pv/finding/FindingTags.tsx';
import { dailyChart, hourlyChart } from '../../../components/pv/finding/findingCharts.ts';
import {
  causeText,
  evidenceText,
  type FindingDetail,
  lossText,
} from '../../../components/pv/finding/findingText.ts';
import { SunPath } from '../../../components/pv/finding/SunPath.tsx';
import { t, wordsFor } from '../../../i18n.ts';
import { paths } from '../../../paths.ts';
import { Can } from '../../../session/Can.tsx';
import { pageTitle } from '../../../session/pageTitle.ts';
import { FindingContacts } from './FindingContacts.tsx';
import { FindingDay } from './FindingDay.tsx';
import '../../../components/pv/detail.css';
import '../../../components/pv/finding/finding.css';

const HEIGHT = 280;

const schema = urlFields({ id: whole(1, Number.MAX_SAFE_INTEGER, 0) });

export default function FindingPage(): ReactNode {
  const [{ id }] = useUrlState(schema);
  const answer = useCall(finding.detail, { id }, { live: 'none', refreshMs: 60_000, isEnabled: id > 0 });
  const found = answer.data;
  if (found === undefined)
    return (
      <Page crumbs={[{ title: pageTitle('pvPlant'), to: paths.sites() }]} title={t('finding.title')}>
        {id === 0 && <EmptyState icon="search" title={t('ui.unknownTitle')} />}
        {id > 0 && answer.error !== null && <FailedState answer={answer} />}
        {id > 0 && answer.error === null && <Skeleton height={480} lines={10} />}
      </Page>
    );
  return (
    <Page
      crumbs={[
        { title: pageTitle('pvPlant'), to: paths.sites() },
        { title: found.plantName, to: paths.site(found.plant) },
        { title: t('finding.title'), to: paths.site(found.plant, 'findings') },
      ]}
      title={causeText(found.cause, found.scope)}
    >
      <Answer found={found} />
      <Behind found={found} />
    </Page>
  );
}

/** The sentence, its cost, and what to do. */
function Answer({ found }: { found: FindingDetail }): ReactNode {
  const { timezone, currency, recommendation } = found;
  const at = (instant: string) => <RelativeTime at={new Date(instant).getTime()} timeZone={timezone} />;
  return (
    <Panel>
      <div className="hp-finding-body">
        <FindingTags found={found} />
        <p className="hp-finding-sentence">{found.sentence}</p>
        <div className="hp-finding-figures">
          <Figure
            isMain
            label={t('finding.field.lost')}
            value={lossText(found.lostKwh, found.lostMoney, currency)}
          />
          {found.until === null ? (
            <Figure
              label={t('finding.field.perYear')}
              value={lossOrNull(found.lostKwhPerYear, found.lostMoneyPerYear, currency)}
            />
          ) : (
            <Figure
              label={t('finding.field.recovered')}
              value={lossOrNull(
                found.recovered?.kwhPerDay ?? null,
                found.recovered?.moneyPerDay ?? null,
                currency,
              )}
            />
          )}
        </div>
        <Facts
          facts={[
            { title: t('event.begun'), value: at(found.since) },
            { title: t('finding.field.detected'), value: at(found.detectedAt) },
            {
              title: t('event.ended'),
              value: found.until === null ? t('event.going') : at(found.until),
            },
            {
              title: t('site.field.name'),
              value: <Link to={paths.site(found.plant)}>{found.plantName}</Link>,
            },
            ...(found.device === null
              ? []
              : [
                  {
                    title: t('site.field.device'),
                    value: <Link to={paths.device(found.device)}>{found.deviceName || found.device}</Link>,
                  },
                ]),
            ...modulesFact(found),
            ...(found.alarmId === null
              ? []
              : [
                  {
                    title: t('alarm.link'),
                    value: <Link to={paths.alarms({ id: found.alarmId })}>{t('alarm.view')}</Link>,
                  },
                ]),
            ...(found.caseId === null
              ? []
              : [
                  {
                    title: t('finding.field.case'),
                    value: <CaseLink id={found.caseId} />,
                  },
                ]),
          ]}
        />
        <dl className="hp-finding-advice">
          <div>
            <dt>{t('event.owner')}</dt>
            <dd>{recommendation.owner}</dd>
          </div>
          <div>
            <dt>{t('event.installer')}</dt>
            <dd>{recommendation.installer}</dd>
          </div>
        </dl>
        <Can call={site.detail}>
          <FindingContacts sid={found.plant} />
        </Can>
        {found.caseId === null && found.until === null && found.mayEdit && (
          <div>
            <CreateCaseButton
              about={{ sid: found.plant, siteName: found.plantName, findingIds: [found.id] }}
            />
          </div>
        )}
      </div>
    </Panel>
  );
}

const lossOrNull = (kwh: number | null, money: number | null, currency: string): string | null =>
  kwh === null ? null : lossText(kwh, money, currency);

/** Modules that are listed; the others are on the page of the plant. */
const LISTED_MODULES = 8;

function modulesFact({ plant, device, modules, moduleCount, module, moduleName }: FindingDetail) {
  if (modules.length === 0) return [];
  const isOne = module !== null;
  const listed = modules.slice(0, LISTED_MODULES);
  return [
    {
      title: isOne ? t('finding.field.module') : `${t('finding.field.modules')} (${moduleCount})`,
      value: (
        <span className="hp-finding-modules">
          {listed.map(({ plcSN, sn, addr }) => (
            <Link key={plcSN} to={paths.module(sn, addr)}>
              {(isOne && moduleName) || plcSN}
            </Link>
          ))}
          {moduleCount > listed.length && (
            <Link to={paths.siteModules(plant, device ?? undefined)}>{t('finding.allModules')}</Link>
          )}
        </span>
      ),
    },
  ];
}

/** The curves and values that support it. */
function Behind({ found }: { found: FindingDetail }): ReactNode {
  const daily = useMemo(() => dailyChart(found), [found]);
  const hourly = useMemo(() => hourlyChart(found.lossByHour), [found.lossByHour]);
  const today = localDay(useNow(), found.timezone);
  return (
    <>
      <Panel
        empty={found.daily.days.length === 0 && { title: t('finding.noDays'), icon: 'clock' }}
        title={t('finding.chart.daily')}
      >
        <Chart data={daily} height={HEIGHT} />
      </Panel>
      {found.proofDay !== null && <FindingDay found={found} proofDay={found.proofDay} today={today} />}
      <div className="hp-two">
        {found.evidence.length > 0 && (
          <Panel title={t('finding.evidence.title')}>
            <Facts
              facts={found.evidence.map((one) => ({
                title: wordsFor(`finding.evidence.${one.name}`, one.name),
                value: evidenceText(one),
              }))}
            />
          </Panel>
        )}
        {found.lossByHour.some((share) => share !== null) && (
          <Panel title={t('finding.chart.byHour')}>
            <Chart data={hourly} height={HEIGHT} />
          </Panel>
        )}
        {found.shading !== null && (
          <Panel title={t('finding.sunPath.title')}>
            <SunPath shading={found.shading} />
          </Panel>
        )}
      </div>
    </>
  );
}
