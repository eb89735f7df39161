// Power of the plant on the day on which an alarm began, where its cause is usually visible.
import { site } from '@helioport/contract/site';
import { localDay } from '@helioport/domain/periods';
import { type ReactNode, useMemo } from 'react';
import { useCall } from '../../api/query.ts';
import { Skeleton } from '../../components/base/Skeleton.tsx';
import { Chart } from '../../components/chart/Chart.tsx';
import { dayText } from '../../components/pv/plantClock.ts';
import { isEmptyDay, powerChart } from '../../components/pv/powerCurve.ts';
import { t } from '../../i18n.ts';
import type { AlarmRow } from './alarmColumns.tsx';
import { isOfAlarm } from './alarmFilters.ts';

const STEP_MINUTES = 15;
const HEIGHT = 220;

export function AlarmCurve({ found }: { found: AlarmRow }): ReactNode {
  const { sid, siteName, timezone, begunAt, sns } = found;
  const day = localDay(begunAt, timezone);
  const answer = useCall(
    site.statisticsEcharts,
    {
      types: 11,
      sid,
      date: day,
      rangeDate: day,
      minInterval: STEP_MINUTES,
      withClearSky: true,
      withMissing: true,
    },
    { live: 'none' },
  );
  const chart = useMemo(
    () =>
      answer.data && !isEmptyDay(answer.data)
        ? powerChart(
            { ...answer.data, missing: answer.data.missing?.filter(({ sn }) => isOfAlarm(sn, sns)) },
            { site: siteName, day, timeZone: timezone },
          )
        : undefined,
    [answer.data, day, siteName, timezone, sns],
  );
  if (answer.isPending) return <Skeleton lines={4} />;
  if (!chart) return null;
  return (
    <section>
      <h3>
        {t('site.curve.title')} <span className="hp-muted">{dayText(day)}</span>
      </h3>
      <Chart data={chart} height={HEIGHT} />
    </section>
  );
}
