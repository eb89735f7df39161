import type { ReactNode } from 'react';
import { t } from '../../../i18n.ts';
import { EnergyFlow } from '../../../solar/EnergyFlow.tsx';
import type { Plant } from '../../../solar/plant.ts';
import { clockText } from '../../../solar/plantClock.ts';
import { powerFigure } from '../../../ui/base/amounts.ts';
import { Figure } from '../../../ui/base/Figure.tsx';
import { Panel } from '../../../ui/base/Panel.tsx';
import { RelativeTime } from '../../../ui/base/RelativeTime.tsx';

/** Power now as the one figure, and where it flows. An old figure is not shown as if it were new. */
export function NowPanel({ plant }: { plant: Plant }): ReactNode {
  const { overview, state, detail } = plant;
  const figures = overview.data?.statisticsProduction;
  const isAsleep = state.status === 'asleep';
  const figure = powerFigure(isAsleep ? 0 : figures?.totalNow);
  const max = overview.data?.max_power || detail.powerMax;
  return (
    <Panel answer={overview} height={180} title={t('site.now.title')}>
      <div className="hp-now">
        <Figure
          color="production"
          isMain
          label={t('site.now.power')}
          sub={<NowNote plant={plant} />}
          unit={state.isLive || isAsleep ? figure.unit : ''}
          value={state.isLive || isAsleep ? figure.value : null}
        />
        {state.isLive && max > 0 && (
          <Load ofMax={Number(figures?.totalNow ?? 0) / max} max={powerFigure(max).text} />
        )}
      </div>
      {overview.data && <EnergyFlow energy={overview.data.energy} fullW={max} isLive={state.isLive} />}
    </Panel>
  );
}

function NowNote({ plant }: { plant: Plant }): ReactNode {
  const { state, detail, overview, lastReportAt } = plant;
  if (state.isLive) {
    return (
      <>
        {t('site.now.asOf')} <RelativeTime at={lastReportAt} timeZone={detail.timezone} />
      </>
    );
  }
  if (state.status === 'asleep') {
    if (state.wakesAt === null) return t('site.now.polarNight');
    return t('site.now.asleep', { time: clockText(state.wakesAt, detail.timezone) });
  }
  if (lastReportAt === null) return t('site.now.never');
  const power = powerFigure(overview.data?.statisticsProduction.totalNow).text;
  return (
    <>
      {t('site.now.silent', { power })} <RelativeTime at={lastReportAt} timeZone={detail.timezone} />
    </>
  );
}

/** How much of what the inverters can give is used. */
function Load({ ofMax, max }: { ofMax: number; max: string }): ReactNode {
  const share = Math.min(1, Math.max(0, ofMax));
  return (
    <div className="hp-load">
      <div aria-hidden="true" className="hp-load-bar">
        <i style={{ width: `${share * 100}%` }} />
      </div>
      <span>{t('site.now.ofMax', { share: Math.round(share * 100), max })}</span>
    </div>
  );
}
