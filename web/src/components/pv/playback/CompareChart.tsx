import type { Reading } from '@helioport/domain/readings';
import { type ReactNode, useMemo } from 'react';
import { t } from '../../../i18n.ts';
import type { ColorToken } from '../../../theme.ts';
import { Chart, type ChartData } from '../../chart/Chart.tsx';
import { clockText, withOffset } from '../plantClock.ts';
import { curveRead } from '../reading.ts';
import type { PlaybackData } from './playbackData.ts';

/** Distinguishable line colors, which limit the number of lines. */
const colors: readonly ColorToken[] = [
  'act',
  'production',
  'import',
  'export',
  'battery',
  'alert',
  'muted',
  'ink',
];

interface CompareChartProps {
  playback: PlaybackData;
  chosen: ReadonlySet<string>;
  measure: string;
  reading: Reading;
  timeZone: string;
  title: string;
}

/** The chosen modules as curves of the day. */
export function CompareChart({
  playback,
  chosen,
  measure,
  reading,
  timeZone,
  title,
}: CompareChartProps): ReactNode {
  const data = useMemo((): ChartData => {
    const at = Array.from({ length: playback.count }, (_, step) => playback.startAt + step * playback.stepMs);
    return {
      title: `${t('playback.compare')}, ${title}`,
      xName: t('site.curve.time', { zone: timeZone }),
      x: at.map((ms) => clockText(ms, timeZone)),
      xFile: at.map((ms) => withOffset(ms, timeZone)),
      series: [...chosen].slice(0, colors.length).map((name, i) => ({
        key: name,
        name,
        kind: 'line',
        unit: reading.unit,
        color: colors[i] ?? 'ink',
        decimals: measure === 'power' ? 0 : 2,
        values: curveRead(playback.valuesOf(name), reading),
      })),
    };
  }, [playback, chosen, measure, reading, timeZone, title]);
  return (
    <div className="hp-playback-compare">
      <h3>{t('playback.compare')}</h3>
      {chosen.size === 0 ? (
        <p className="hp-muted">{t('playback.compareHint')}</p>
      ) : (
        <Chart data={data} height={260} />
      )}
    </div>
  );
}
