import { finding } from '@helioport/contract/finding';
import { type ReactNode, useMemo } from 'react';
import { Link } from 'react-router';
import { useCall } from '../../../api/query.ts';
import { t, wordsFor } from '../../../i18n.ts';
import { paths } from '../../../paths.ts';
import { AnswerDrawer } from '../../base/AnswerDrawer.tsx';
import { Facts } from '../../base/Facts.tsx';
import { Skeleton } from '../../base/Skeleton.tsx';
import { formatInstant } from '../../base/time.ts';
import { Chart } from '../../chart/Chart.tsx';
import { FindingTags } from './FindingTags.tsx';
import { dailyChart, powerDayChart } from './findingCharts.ts';
import { causeText, evidenceText, type FindingDetail, lossText } from './findingText.ts';
import { SunPath } from './SunPath.tsx';
import './finding.css';

const HEIGHT = 240;

interface FindingDrawerProps {
  id: number;
  onClose: () => void;
  /** What can be done with it, below its sentence. */
  actions?: (found: FindingDetail) => ReactNode;
}

/** One finding: the sentence, what to do, and the evidence behind it. */
export function FindingDrawer({ id, onClose, actions }: FindingDrawerProps): ReactNode {
  const answer = useCall(finding.detail, { id }, { live: 'none' });
  const title = answer.data ? causeText(answer.data.cause, answer.data.scope) : t('finding.title');
  return (
    <AnswerDrawer answer={answer} onClose={onClose} title={title}>
      {(found) => <FindingBody actions={actions?.(found)} found={found} />}
    </AnswerDrawer>
  );
}

function FindingBody({ found, actions }: { found: FindingDetail; actions: ReactNode }): ReactNode {
  const at = (instant: string) => formatInstant(new Date(instant).getTime(), found.timezone);
  const daily = useMemo(() => dailyChart(found), [found]);
  return (
    <div className="hp-finding-body">
      <FindingTags found={found} />
      <p className="hp-finding-sentence">{found.sentence}</p>
      {actions}
      <p className="hp-finding-line">
        <Link to={paths.finding(found.id)}>{t('finding.open')}</Link>
      </p>
      <Facts
        facts={[
          { title: t('site.field.name'), value: <Link to={paths.site(found.plant)}>{found.plantName}</Link> },
          ...(found.device === null
            ? []
            : [
                {
                  title: t('site.field.device'),
                  value: <Link to={paths.device(found.device)}>{found.deviceName || found.device}</Link>,
                },
              ]),
          ...moduleFact(found),
          { title: t('event.begun'), value: at(found.since) },
          { title: t('finding.field.detected'), value: at(found.detectedAt) },
          { title: t('event.ended'), value: found.until === null ? t('event.going') : at(found.until) },
          { title: t('finding.field.lost'), value: lossText(found.lostKwh, found.lostMoney, found.currency) },
          ...(found.until === null
            ? [
                {
                  title: t('finding.field.perYear'),
                  value: lossText(found.lostKwhPerYear, found.lostMoneyPerYear, found.currency),
                },
              ]
            : [
                {
                  title: t('finding.field.recovered'),
                  value: lossText(
                    found.recovered?.kwhPerDay ?? null,
                    found.recovered?.moneyPerDay ?? null,
                    found.currency,
                  ),
                },
              ]),
        ]}
      />
      <dl className="hp-finding-advice">
        <dt>{t('event.owner')}</dt>
        <dd>{found.recommendation.owner}</dd>
        <dt>{t('event.installer')}</dt>
        <dd>{found.recommendation.installer}</dd>
      </dl>
      {found.evidence.length > 0 && (
        <section>
          <h3>{t('finding.evidence.title')}</h3>
          <Facts
            facts={found.evidence.map((one) => ({
              title: wordsFor(`finding.evidence.${one.name}`, one.name),
              value: evidenceText(one),
            }))}
          />
        </section>
      )}
      {found.daily.days.length > 0 && (
        <section>
          <h3>{t('finding.chart.daily')}</h3>
          <Chart data={daily} height={HEIGHT} />
        </section>
      )}
      {found.proofDay !== null && <ProofDay found={found} />}
      {found.shading !== null && (
        <section>
          <h3>{t('finding.sunPath.title')}</h3>
          <SunPath shading={found.shading} />
        </section>
      )}
    </div>
  );
}

function moduleFact({ module, moduleName, moduleCount, modules }: FindingDetail) {
  const [only] = modules;
  if (module !== null && only)
    return [
      {
        title: t('finding.field.module'),
        value: <Link to={paths.module(only.sn, only.addr)}>{moduleName || module}</Link>,
      },
    ];
  return moduleCount > 1 ? [{ title: t('finding.field.modules'), value: String(moduleCount) }] : [];
}

/** The day that shows it best, in slots. */
function ProofDay({ found }: { found: FindingDetail }): ReactNode {
  const answer = useCall(finding.day, { id: found.id }, { live: 'none' });
  const chart = useMemo(
    () => (answer.data ? powerDayChart(answer.data, found.timezone) : undefined),
    [answer.data, found.timezone],
  );
  if (answer.isPending) return <Skeleton lines={4} />;
  if (!chart) return null;
  return (
    <section>
      <h3>{chart.title}</h3>
      <Chart data={chart} height={HEIGHT} />
    </section>
  );
}
