import { deviceKind } from '@helioport/domain/deviceKinds';
import { wakesAt } from '@helioport/domain/standby';
import { isLive as isLiveState } from '@helioport/domain/state';
import type { ReactNode } from 'react';
import { powerFigure } from '../../../components/base/amounts.ts';
import { Figure } from '../../../components/base/Figure.tsx';
import { Panel } from '../../../components/base/Panel.tsx';
import { RelativeTime } from '../../../components/base/RelativeTime.tsx';
import { EnergyFlow } from '../../../components/pv/EnergyFlow.tsx';
import { isMeasured } from '../../../components/pv/energyFlow.ts';
import type { Plant } from '../../../components/pv/plant.ts';
import { clockText } from '../../../components/pv/plantClock.ts';
import { powerNow } from '../../../components/pv/stateWords.ts';
import { t } from '../../../i18n.ts';
import { useHoldsModule } from '../../../session/Can.tsx';

/** Present power as the main figure, and its flow. Outdated values are marked. */
export function NowPanel({ plant }: { plant: Plant }): ReactNode {
  const { overview, reporting, isLive, detail } = plant;
  const figures = overview.data?.statisticsProduction;
  const watts = powerNow(reporting, figures?.totalNow ?? 0);
  const figure = powerFigure(watts);
  // Without a device that produces, no share of the rated power.
  const max = overview.data?.hasProducer === false ? 0 : overview.data?.max_power || detail.powerMax;
  const energy = overview.data?.energy;
  // With a meter or battery the flow shows the power; without them there is no flow to draw.
  const hasFlow = energy !== undefined && (energy.battery.show || isMeasured(energy.grid));
  const mayFlow = useHoldsModule('pvPlant:flow');
  if (hasFlow && mayFlow)
    return (
      <Panel answer={overview} height={180} sub={<NowNote plant={plant} />} title={t('site.now.title')}>
        <EnergyFlow energy={energy} fullW={max} isLive={isFlowing(plant)} />
        {isLive && max > 0 && (
          <Load ofMax={Number(figures?.totalNow ?? 0) / max} max={powerFigure(max).text} />
        )}
      </Panel>
    );
  return (
    <Panel answer={overview} height={180} title={t('site.now.title')}>
      <div className="hp-now">
        <Figure
          color="production"
          isMain
          label={t('site.now.power')}
          sub={<NowNote plant={plant} />}
          unit={watts === null ? '' : figure.unit}
          value={watts === null ? null : figure.value}
        />
        {isLive && max > 0 && (
          <Load ofMax={Number(figures?.totalNow ?? 0) / max} max={powerFigure(max).text} />
        )}
      </div>
    </Panel>
  );
}

/** A plant in standby produces 0, and at night a meter and a battery still report. */
const isFlowing = ({ isLive, reporting, overview }: Plant): boolean =>
  isLive ||
  reporting === 'asleep' ||
  overview.data?.deviceList.some(
    (one) => !deviceKind(one.kind).isProducer && deviceKind(one.kind).power && isLiveState(one.reporting),
  ) === true;

function NowNote({ plant }: { plant: Plant }): ReactNode {
  const { reporting, isLive, detail, lastReportAt } = plant;
  if (isLive) {
    return (
      <>
        {t('site.now.asOf')} <RelativeTime at={lastReportAt} timeZone={detail.timezone} />
      </>
    );
  }
  if (reporting === 'asleep') {
    const wakes = wakesAt(plant.now, detail.latitude, detail.longitude);
    if (wakes === null) return t('site.now.polarNight');
    return t('site.now.asleep', { time: clockText(wakes, detail.timezone) });
  }
  if (lastReportAt === null) return t('site.now.never');
  return (
    <>
      {t('site.now.silent')} <RelativeTime at={lastReportAt} timeZone={detail.timezone} />
    </>
  );
}

/** Present power as a share of the rated power. */
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
