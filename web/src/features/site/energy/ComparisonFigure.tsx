// The figure of a comparison: the total of the other period, and how this one compares with the same part of it.
import { HOUR_MS } from '@helioport/domain/duration';
import type { ReactNode } from 'react';
import { energyFigure } from '../../../components/base/amounts.ts';
import { Figure } from '../../../components/base/Figure.tsx';
import type { Bar } from '../../../components/pv/energyBars.ts';
import { changeText, percentText } from '../../../components/pv/energyCharts.ts';
import {
  againstSky,
  type Change,
  type Compared,
  changeAgainst,
} from '../../../components/pv/energyComparison.ts';
import { clockText } from '../../../components/pv/plantClock.ts';
import { recordedText } from '../../../components/pv/recorded.ts';
import { t } from '../../../i18n.ts';

interface ComparisonFigureProps {
  bars: readonly Bar[];
  by: 'hours' | 'days' | 'months' | 'years';
  compared: Compared;
  timeZone: string;
  /** First day with data, the reason why there is none to compare with. */
  recordedSince?: string | null | undefined;
}

/** Total of the comparison, and how the bars compare with it. */
export function ComparisonFigure({
  bars,
  by,
  compared,
  timeZone,
  recordedSince,
}: ComparisonFigureProps): ReactNode {
  const { kwh, text } = comparisonOf(bars, compared, by === 'hours' ? timeZone : null);
  const energy = energyFigure(kwh);
  return (
    <Figure
      label={compared.name}
      sub={kwh === null ? recordedText(recordedSince) : text}
      unit={energy.unit}
      value={kwh === null ? null : energy.value}
    />
  );
}

function comparisonOf(
  bars: readonly Bar[],
  { isSky, kwh: spans }: Compared,
  /** Of bars that are hours, else null. */
  timeZone: string | null,
): { kwh: number | null; text: string | undefined } {
  if (isSky) {
    const { kwh, share } = againstSky(bars, spans);
    return {
      kwh,
      text: share === null ? undefined : t('site.curve.ofClearSky', { share: percentText(share) }),
    };
  }
  const change = changeAgainst(bars, spans);
  return {
    kwh: spans.reduce<number | null>((all, value) => (value === null ? all : (all ?? 0) + value), null),
    text: change === null ? undefined : comparisonText(change, timeZone),
  };
}

/** The change, and of which energies and until when if only a part of the periods can be compared. */
function comparisonText(
  { change, madeKwh, otherKwh, isOfPart, last }: Change,
  timeZone: string | null,
): string {
  const share = changeText(change);
  if (!isOfPart) return t('site.energy.change', { share });
  const made = energyFigure(madeKwh).text;
  const energy = energyFigure(otherKwh).text;
  if (timeZone === null) return t('site.energy.changeOfPart', { share, made, energy });
  const time = clockText(Date.parse(last.span) + HOUR_MS, timeZone);
  return t('site.energy.changeOfHours', { share, made, energy, time });
}
