import { device as calls } from '@helioport/contract/device';
import { isDay } from '@helioport/domain/periods';
import { type ReactNode, useMemo } from 'react';
import { useCall } from '../../../api/query.ts';
import { Panel } from '../../../components/base/Panel.tsx';
import { choice, readField, textThat, urlFields } from '../../../components/base/urlFields.ts';
import { useUrlState } from '../../../components/base/useUrlState.ts';
import { Chart } from '../../../components/chart/Chart.tsx';
import { SelectBox } from '../../../components/form/SelectBox.tsx';
import { DayChoice } from '../../../components/pv/DayChoice.tsx';
import { moduleCurve } from '../../../components/pv/moduleCurve.ts';
import { noDetail } from '../../../components/pv/noDetail.ts';
import { dayText } from '../../../components/pv/plantClock.ts';
import { playedMeasures } from '../../../components/pv/playback/playbackData.ts';
import { useReading } from '../../../components/pv/reading.ts';
import { t } from '../../../i18n.ts';
import { isEmpty } from '../energyBars.ts';
import type { ModuleOverview } from './ModuleDetailPage.tsx';

const HEIGHT = 300;

const daySchema = urlFields({
  /** '' is today in the plant's zone. */
  day: textThat((text) => isDay(text)),
  measure: choice(playedMeasures, 'power'),
});

interface ModuleDayProps {
  module: ModuleOverview;
  /** Of the plant. */
  today: string;
}

/** One measurement of the module over a day, compared with the median of its array. */
export function ModuleDay({ module, today }: ModuleDayProps): ReactNode {
  const { sid, sn, addr, plcSN, timezone } = module;
  const [state, setState] = useUrlState(daySchema);
  const day = state.day === '' || state.day > today ? today : state.day;
  const { measure } = state;
  const answer = useCall(
    calls.modulesStatisticsEcharts,
    { sid, sn, addr, types: 1, date: day, measure },
    { keepsPrevious: true, live: day === today ? 'named' : 'none', liveEveryMs: 60_000 },
  );
  const title = t('site.curve.chartTitle', { site: plcSN, day });
  const shown = answer.isPlaceholderData ? undefined : answer.data;
  const read = useReading(sid);
  const chart = useMemo(
    () => shown && moduleCurve(shown, title, timezone, read),
    [shown, title, timezone, read],
  );
  return (
    <Panel
      actions={
        <>
          <SelectBox
            isLabelUnseen
            label={t('playback.measure')}
            onChange={(value) => setState({ measure: readField(daySchema.measure, value) })}
            options={playedMeasures.map((key) => ({ value: key, label: t(`measure.${key}`) }))}
            value={measure}
          />
          <DayChoice
            day={day}
            onDay={(next) => setState({ day: next === today ? '' : next })}
            today={today}
          />
        </>
      }
      answer={answer}
      empty={
        noDetail(shown?.detailFrom) ||
        (shown !== undefined && isEmpty(shown) && { title: t('playback.none'), icon: 'moon' })
      }
      height={HEIGHT + 60}
      sub={dayText(day)}
      title={t('device.module.day')}
    >
      {chart && <Chart data={chart} height={HEIGHT} />}
    </Panel>
  );
}
