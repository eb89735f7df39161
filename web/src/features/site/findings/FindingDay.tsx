import { finding } from '@helioport/contract/finding';
import { isDay } from '@helioport/domain/periods';
import { type ReactNode, useMemo } from 'react';
import { useCall } from '../../../api/query.ts';
import { Panel } from '../../../components/base/Panel.tsx';
import { textThat, urlFields } from '../../../components/base/urlFields.ts';
import { useUrlState } from '../../../components/base/useUrlState.ts';
import { Chart } from '../../../components/chart/Chart.tsx';
import { DayChoice } from '../../../components/pv/DayChoice.tsx';
import {
  climateChart,
  electricalChart,
  powerDayChart,
} from '../../../components/pv/finding/findingCharts.ts';
import { type FindingDetail, sourceText } from '../../../components/pv/finding/findingText.ts';
import { dayText } from '../../../components/pv/plantClock.ts';
import { t } from '../../../i18n.ts';

const HEIGHT = 280;

const schema = urlFields({
  /** '' is the day that shows the finding best. */
  day: textThat((text) => isDay(text)),
});

interface FindingDayProps {
  found: FindingDetail;
  proofDay: string;
  /** Of the plant. */
  today: string;
}

/** Power of one day, and for users who may edit the plant its other measurements. */
export function FindingDay({ found, proofDay, today }: FindingDayProps): ReactNode {
  const [state, setState] = useUrlState(schema);
  const day = state.day === '' || state.day > today ? proofDay : state.day;
  const answer = useCall(finding.day, { id: found.id, date: day }, { live: 'none', keepsPrevious: true });
  const shown = answer.isPlaceholderData ? undefined : answer.data;
  const charts = useMemo(
    () =>
      shown && {
        power: powerDayChart(shown, found.timezone),
        electrical: electricalChart(shown, found.timezone),
        climate: climateChart(shown, found.timezone),
      },
    [shown, found.timezone],
  );
  const isEmpty = shown?.produced.every((watts) => watts === null) === true;
  return (
    <>
      <Panel
        actions={
          <>
            {day !== proofDay && (
              <button className="hp-link-button" onClick={() => setState({ day: '' })} type="button">
                {t('finding.proofDay')}
              </button>
            )}
            <DayChoice day={day} onDay={(next) => setState({ day: next })} today={today} />
          </>
        }
        answer={answer}
        empty={isEmpty && { title: t('playback.none'), icon: 'moon' }}
        height={HEIGHT + 60}
        sub={shown && sourceText(shown.irradianceSource)}
        title={t('finding.chart.power', { day: dayText(day) })}
      >
        {charts && <Chart data={charts.power} height={HEIGHT} />}
      </Panel>
      {found.mayEdit &&
        charts &&
        (charts.electrical.series.length > 0 || charts.climate.series.length > 0) && (
          <Panel sub={dayText(day)} title={t('finding.expert')}>
            {charts.electrical.series.length > 0 && <Chart data={charts.electrical} height={HEIGHT} />}
            {charts.climate.series.length > 0 && <Chart data={charts.climate} height={HEIGHT} />}
          </Panel>
        )}
    </>
  );
}
