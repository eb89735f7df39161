// Layout of the energy tab: period, main figure, chart, and below it all further content.
import type { ReactNode } from 'react';
import { Panel } from '../../../components/base/Panel.tsx';
import { useIsPhone } from '../../../components/base/useNarrow.ts';
import { nameOf, type Span } from '../../../components/pv/energy/energySpan.ts';
import { t } from '../../../i18n.ts';

/** Heights of the chart in pixels. */
export const CHART_HEIGHT = { wide: 360, phone: 260 } as const;

interface EnergyPanelProps {
  answer: Parameters<typeof Panel>[0]['answer'];
  span: Span;
  /** The switch of periods. */
  actions: ReactNode;
  figure: ReactNode;
  /** Chart options: next to the figure, or on a phone below the chart. */
  choices: ReactNode;
  chart: ReactNode;
  more?: ReactNode;
}

export function EnergyPanel({
  answer,
  span,
  actions,
  figure,
  choices,
  chart,
  more,
}: EnergyPanelProps): ReactNode {
  const isPhone = useIsPhone();
  const line = <div className="hp-energy-line">{choices}</div>;
  return (
    <Panel actions={actions} answer={answer} height={CHART_HEIGHT.wide + 160} title={t('site.energy.title')}>
      {/* On paper, the period cannot be read from its selection. */}
      <b className="hp-on-paper">{nameOf(span)}</b>
      <div className="hp-energy-top">
        {figure}
        {!isPhone && line}
      </div>
      {chart}
      <div className="hp-energy-more">
        {isPhone && line}
        {more}
      </div>
    </Panel>
  );
}
