// Findings of a module, its energy compared with the expected one, similar modules, and the previous year.
import { device as calls } from '@helioport/contract/device';
import type { OutputOf } from '@helioport/contract/endpoint';
import { type ReactNode, useMemo } from 'react';
import { Link } from 'react-router';
import { useCall } from '../../../api/query.ts';
import { Facts } from '../../../components/base/Facts.tsx';
import { Panel } from '../../../components/base/Panel.tsx';
import { Chart } from '../../../components/chart/Chart.tsx';
import { FindingTags } from '../../../components/pv/finding/FindingTags.tsx';
import { dailyChart } from '../../../components/pv/finding/findingCharts.ts';
import { ratioName, ratioText } from '../../../components/pv/finding/findingText.ts';
import { SunPath } from '../../../components/pv/finding/SunPath.tsx';
import { dayText } from '../../../components/pv/plantClock.ts';
import { t } from '../../../i18n.ts';
import { paths } from '../../../paths.ts';
import { useMayCall } from '../../../session/Can.tsx';
import type { ModuleOverview } from './ModuleDetailPage.tsx';
import '../../../components/pv/finding/finding.css';

const HEIGHT = 300;
/** Most comparable modules that are listed; the others are on the roof of the plant. */
const SIBLINGS = 12;

type Analytics = OutputOf<typeof calls.modulesAnalytics>;

interface ModuleFindingsProps {
  module: ModuleOverview;
  /** Of the plant. */
  today: string;
}

export function ModuleFindings({ module: { sid, sn, addr }, today }: ModuleFindingsProps): ReactNode {
  const isEnabled = useMayCall(calls.modulesAnalytics);
  const answer = useCall(
    calls.modulesAnalytics,
    { sid, sn, addr },
    { live: 'none', staleMs: 60_000, isEnabled },
  );
  const known = answer.data;
  const chart = useMemo(() => known && dailyChart(known), [known]);
  if (!isEnabled) return null;
  const isEmpty = known?.daily.expected.every((kwh) => kwh === null) === true;
  return (
    <>
      {known && known.findings.length > 0 && <FoundPanel findings={known.findings} />}
      <Panel
        answer={answer}
        empty={isEmpty && { title: t('finding.notEvaluated'), hint: t('finding.evaluates'), icon: 'clock' }}
        height={HEIGHT + 120}
        sub={
          known?.evaluatedUntil
            ? t('finding.evaluatedUntil', { day: dayText(known.evaluatedUntil) })
            : undefined
        }
        title={t('finding.expectedTitle')}
      >
        {known && chart && (
          <div className="hp-finding-body">
            <Facts
              facts={[
                { title: ratioName(known.ratioKind), value: ratioText(known.ratio) },
                { title: t('finding.siblings'), value: ratioText(known.siblingsRatio) },
              ]}
            />
            <Chart data={chart} height={HEIGHT} />
            {known.siblings.length > 0 && <Siblings known={known} />}
          </div>
        )}
      </Panel>
      {known && (known.sunPaths.length > 0 || known.shading !== null) && (
        <Panel title={t('finding.sunPath.title')}>
          <SunPath shading={known.shading} sunPaths={known.sunPaths} today={today} />
        </Panel>
      )}
    </>
  );
}

function FoundPanel({ findings }: Pick<Analytics, 'findings'>): ReactNode {
  return (
    <Panel title={t('finding.title')}>
      <ul className="hp-findings">
        {findings.map((found) => (
          <li className="hp-finding" key={found.id}>
            <FindingTags found={found} />
            <p className="hp-finding-sentence">
              <Link to={paths.finding(found.id)}>{found.sentence}</Link>
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Comparable modules, the lowest first. */
function Siblings({ known: { siblings } }: { known: Analytics }): ReactNode {
  const listed = [...siblings].sort((a, b) => (a.ratio ?? 9) - (b.ratio ?? 9)).slice(0, SIBLINGS);
  return (
    <section>
      <h3>{t('finding.siblings')}</h3>
      <ul className="hp-finding-siblings">
        {listed.map(({ plcSN, name, sn, addr, ratio }) => (
          <li key={plcSN}>
            <Link title={plcSN} to={paths.module(sn, addr)}>
              {name}
            </Link>{' '}
            {ratioText(ratio)}
          </li>
        ))}
        {siblings.length > SIBLINGS && <li>…</li>}
      </ul>
    </section>
  );
}
