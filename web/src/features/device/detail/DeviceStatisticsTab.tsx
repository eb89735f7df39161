import { device as calls } from '@helioport/contract/device';
import { localDay } from '@helioport/domain/periods';
import { type ReactNode, useMemo } from 'react';
import { useCall } from '../../../api/query.ts';
import { energyFigure, moneyText } from '../../../components/base/amounts.ts';
import { Figure } from '../../../components/base/Figure.tsx';
import { Panel } from '../../../components/base/Panel.tsx';
import { useUrlState } from '../../../components/base/useUrlState.ts';
import { Chart } from '../../../components/chart/Chart.tsx';
import { spanFields, nameOf as spanName, spanOf } from '../../../components/pv/energy/energySpan.ts';
import { firstWeekday } from '../../../components/pv/energy/firstWeekday.ts';
import { SpanControls } from '../../../components/pv/energy/SpanControls.tsx';
import { lookOf } from '../../../components/pv/measureLook.ts';
import { t } from '../../../i18n.ts';
import { energyBarsChart, isEmpty, periodInput, spanInput } from '../energyBars.ts';
import { DayCurve } from './DayCurve.tsx';
import { type DeviceView, nameOf } from './deviceView.ts';

const HEIGHT = 360;

/** What the device counted: by hours, days, months or years, or its power over a day. */
export default function DeviceStatisticsTab({ device }: { device: DeviceView }): ReactNode {
  const { sid, sn, detail, timeZone, now } = device;
  const [state, setState] = useUrlState(spanFields);
  const span = spanOf(state, localDay(now, timeZone), firstWeekday());
  const { by } = span;
  const answer = useCall(
    calls.statisticsEcharts,
    { sn, sid, ...spanInput(span) },
    { keepsPrevious: true, isEnabled: by !== 'power' },
  );
  const figures = useCall(
    calls.statisticsDate,
    { sn, sid, ...periodInput(span) },
    { keepsPrevious: true, isEnabled: !span.isRange },
  );
  const name = nameOf(detail);
  const { period, day, from, to, month, year, isRange } = span;
  const shown = answer.isPlaceholderData ? undefined : answer.data;
  const chart = useMemo(
    () => shown && energyBarsChart(shown, { period, by, day, from, to, month, year, isRange }, name),
    [shown, period, by, day, from, to, month, year, isRange, name],
  );
  const controls = <SpanControls onState={setState} span={span} today={localDay(now, timeZone)} />;
  const sums = isRange || figures.isPlaceholderData ? undefined : figures.data;
  if (by === 'power')
    return (
      <>
        <div className="hp-energy-line">{controls}</div>
        <DayCurve device={device} />
      </>
    );
  return (
    <Panel
      actions={controls}
      answer={answer}
      height={HEIGHT + 120}
      sub={spanName(span)}
      title={t('site.energy.title')}
    >
      <div className="hp-sums">
        {(sums?.measures ?? []).map(({ key, value }, i) => {
          const look = lookOf({ key, name: key });
          const { value: figure, unit } = energyFigure(value);
          return (
            <Figure
              color={look.color}
              isMain={i === 0}
              key={`${key} ${look.name}`}
              label={look.name}
              unit={value === null ? '' : unit}
              value={value === null ? null : figure}
            />
          );
        })}
        {sums && Number(sums.economic) > 0 && (
          <Figure label={t('site.energy.worth')} value={moneyText(sums.economic, sums.economicUnit)} />
        )}
      </div>
      {shown && isEmpty(shown) && <p className="hp-chart-note">{t('site.energy.empty')}</p>}
      {chart && <Chart data={chart} height={HEIGHT} />}
    </Panel>
  );
}
