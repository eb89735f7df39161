// Energy of a plant: over a day in steps of five minutes or hours, over days, months and years.
import { localDay } from '@helioport/domain/periods';
import type { ReactNode } from 'react';
import { useUrlState } from '../../../components/base/useUrlState.ts';
import { chosen, spanFields, spanOf } from '../../../components/pv/energy/energySpan.ts';
import { firstWeekday } from '../../../components/pv/energy/firstWeekday.ts';
import { SpanControls } from '../../../components/pv/energy/SpanControls.tsx';
import type { Plant } from '../../../components/pv/plant.ts';
import { ComparisonChoice, DayShape } from './ComparisonChoice.tsx';
import { DayPower } from './DayPower.tsx';
import { EnergyBars } from './EnergyBars.tsx';

export default function SiteEnergyTab({ plant }: { plant: Plant }): ReactNode {
  const [state, setState] = useUrlState(spanFields);
  const today = localDay(plant.now, plant.detail.timezone);
  const span = spanOf(state, today, firstWeekday());
  const controls = { span, today, onState: setState };
  const parts = {
    plant,
    today,
    actions: <SpanControls {...controls} />,
    choices: (
      <>
        <DayShape onState={setState} span={span} />
        <ComparisonChoice
          hasArrays={plant.detail.planes.length > 0}
          onState={setState}
          span={span}
          state={state}
        />
      </>
    ),
  };
  const { by } = span;
  if (by === 'power')
    return (
      <DayPower
        {...parts}
        onOver={(days) => setState({ over: days.join() })}
        onWeather={(weather) => setState({ weather })}
        over={state.over}
        span={span}
        versus={state.versus}
        weather={state.weather}
      />
    );
  // A bar opens its period in detail; the back button returns to the previous chart.
  const open = (bar: string) => {
    if (bar.length === 10) setState({ by: 'power', ...chosen.day(bar, today) }, { isStep: true });
    else if (bar.length === 7) setState({ by: 'days', ...chosen.month(bar) }, { isStep: true });
    else setState({ by: 'months', ...chosen.year(bar) }, { isStep: true });
  };
  return <EnergyBars {...parts} onOpen={open} span={{ ...span, by }} state={state} />;
}
