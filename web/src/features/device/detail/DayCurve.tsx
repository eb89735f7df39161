import { device as calls } from '@helioport/contract/device';
import type { OutputOf } from '@helioport/contract/endpoint';
import { isDay, localDay } from '@helioport/domain/periods';
import { type ReactNode, useMemo } from 'react';
import { useCall } from '../../../api/query.ts';
import { Panel } from '../../../components/base/Panel.tsx';
import { textThat, urlFields } from '../../../components/base/urlFields.ts';
import { useUrlState } from '../../../components/base/useUrlState.ts';
import { Chart } from '../../../components/chart/Chart.tsx';
import type { ChartData } from '../../../components/chart/series.ts';
import { DayChoice } from '../../../components/pv/DayChoice.tsx';
import { lookOf } from '../../../components/pv/measureLook.ts';
import { noDetail } from '../../../components/pv/noDetail.ts';
import { dayText } from '../../../components/pv/plantClock.ts';
import { curveRead, type Read, useReading } from '../../../components/pv/reading.ts';
import { t } from '../../../i18n.ts';
import { type DeviceView, nameOf } from './deviceView.ts';

const STEP_MINUTES = 5;
const HEIGHT = 300;

const daySchema = urlFields({
  /** '' is today in the plant's zone. */
  day: textThat((text) => isDay(text)),
});

/** Power of the device over one day of the plant; for a composite device, of each component. */
export function DayCurve({ device }: { device: DeviceView }): ReactNode {
  const { sid, sn, detail, timeZone, now } = device;
  const [state, setState] = useUrlState(daySchema);
  const today = localDay(now, timeZone);
  const day = state.day === '' || state.day > today ? today : state.day;
  const answer = useCall(
    calls.statisticsEcharts,
    { types: 11, sid, sn, date: day, minInterval: STEP_MINUTES },
    { keepsPrevious: true, live: day === today ? 'named' : 'none' },
  );
  const read = useReading(sid);
  const title = t('site.curve.chartTitle', { site: nameOf(detail), day });
  const chart = useMemo(
    () => answer.data && curveOf(answer.data, title, timeZone, read),
    [answer.data, title, timeZone, read],
  );
  const isEmpty = answer.data?.series.every(({ data }) => data.every((value) => value === null)) === true && {
    title: t('playback.none'),
    icon: 'moon' as const,
  };
  return (
    <div className="hp-plant-wide">
      <Panel
        actions={
          <DayChoice
            day={day}
            onDay={(next) => setState({ day: next === today ? '' : next })}
            today={today}
          />
        }
        answer={answer}
        empty={noDetail(answer.data?.detailFrom) || isEmpty}
        height={HEIGHT + 60}
        sub={dayText(day)}
        title={t('site.curve.title')}
      >
        <div className={answer.isPlaceholderData ? 'hp-dimmed' : ''}>
          {chart && <Chart data={chart} height={HEIGHT} />}
        </div>
      </Panel>
    </div>
  );
}

/** Production is an area, all else a line. */
function curveOf(
  { xAxisData, series }: OutputOf<typeof calls.statisticsEcharts>,
  title: string,
  timeZone: string,
  read: Read,
): ChartData {
  return {
    title,
    xName: t('site.curve.time', { zone: timeZone }),
    x: xAxisData,
    series: series.map((one) => {
      const { name, color, decimals } = lookOf(one);
      return {
        key: `${one.sn} ${one.key ?? one.name}`,
        name,
        unit: read(one.unit).unit,
        color,
        decimals,
        kind: color === 'production' ? ('area' as const) : ('line' as const),
        values: curveRead(one.data, read(one.unit)),
      };
    }),
  };
}
