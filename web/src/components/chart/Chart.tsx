// Line and bar charts with legend, exports, and a table for screen readers.

import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { untilFetched } from '../../connection.ts';
import { t } from '../../i18n.ts';
import { cssColor } from '../../theme.ts';
import { Skeleton } from '../base/Skeleton.tsx';
import { ToolButton } from '../base/ToolButton.tsx';
import { formatNumber } from '../base/time.ts';
import { saveCsv, saveFile } from '../table/csv.ts';
import type { FileKind } from '../table/saveRows.ts';
import type { ChartHandle } from './ChartCanvas.tsx';
import {
  bandsAt,
  type ChartData,
  type ChartSeries,
  drawnOf,
  fullX,
  headOf,
  markBackground,
} from './series.ts';
import './chart.css';

export type { ChartBand, ChartData, ChartSeries } from './series.ts';

const ChartCanvas = lazy(() => untilFetched(() => import('./ChartCanvas.tsx')));

/** Above this number of rows, the table for screen readers is sampled; the CSV file always has all. */
const TABLE_ROWS = 300;

const nothingHidden: ReadonlySet<string> = new Set();

interface ChartProps {
  /** Keep the object stable between renders (`useMemo`): a new one redraws the chart. */
  data: ChartData;
  /** Pixels; default 300. */
  height?: number;
  /** Shown at the start of the line above the chart. */
  toolbar?: ReactNode;
  /** A click on a point or bar; provide the same by keyboard elsewhere. */
  onPick?: (index: number) => void;
}

/** The chart. The legend toggles series, dragging zooms, and missing values stay empty. */
export function Chart({ data, height = 300, toolbar, onPick }: ChartProps): ReactNode {
  const [hidden, setHidden] = useState(nothingHidden);
  const [isZoomed, setZoomed] = useState(false);
  const canvas = useRef<ChartHandle>(null);
  const toggle = (key: string) => {
    const next = new Set(hidden);
    if (!next.delete(key)) next.add(key);
    setHidden(next);
  };
  const savePicture = async () => {
    const picture = await canvas.current?.picture();
    if (picture) saveFile(`${data.title}.png`, picture);
  };
  const saveTable = async (kind: FileKind) => {
    const hasBands = (data.bands ?? []).length > 0;
    const noted = data.series.filter(({ notes }) => notes?.some((note) => note !== undefined));
    const head = [
      data.xName,
      ...data.series.map(headOf),
      ...noted.map(({ name }) => t('chart.noteOf', { name })),
      ...(hasBands ? [t('chart.bands')] : []),
    ];
    const rows = data.x.map((x, i) => [
      data.xFile?.[i] ?? x,
      ...data.series.map((series) => inFile(series.values[i])),
      ...noted.map(({ notes }) => notes?.[i]),
      ...(hasBands ? [bandsAt(data, i).join('; ')] : []),
    ]);
    if (kind === 'csv') saveCsv(data.title, head, rows);
    else await (await import('../table/xlsx.ts')).saveXlsx(data.title, head, rows);
  };
  return (
    <figure aria-label={data.title} className="hp-chart">
      <div className="hp-chart-bar">
        {toolbar}
        <div className="hp-chart-legend">
          {drawnOf(data).map((series) => (
            <button
              aria-pressed={!hidden.has(series.key)}
              key={series.key}
              onClick={() => toggle(series.key)}
              type="button"
            >
              <i
                className={markOf(series)}
                style={{
                  color: cssColor(series.color),
                  ...(series.pattern ? { background: markBackground('currentcolor', series.pattern) } : {}),
                }}
              />
              {series.name}
            </button>
          ))}
          {(data.bands ?? []).length > 0 && (
            <span className="hp-chart-band">
              <i />
              {t('chart.bands')}
            </span>
          )}
        </div>
        <div className="hp-chart-tools">
          {isZoomed && (
            <button className="hp-link-button" onClick={() => canvas.current?.showAll()} type="button">
              {t('chart.resetZoom')}
            </button>
          )}
          <ToolButton icon="image" label={t('chart.exportPng')} onClick={() => void savePicture()} />
          <ToolButton icon="download" label={t('chart.exportCsv')} onClick={() => void saveTable('csv')} />
          <ToolButton icon="list" label={t('table.exportXlsx')} onClick={() => void saveTable('xlsx')} />
        </div>
      </div>
      <div aria-hidden="true">
        <Suspense fallback={<Skeleton height={height} lines={Math.round(height / 50)} />}>
          <ChartCanvas
            data={data}
            handle={canvas}
            height={height}
            hidden={hidden}
            onPick={onPick}
            onZoom={setZoomed}
          />
        </Suspense>
      </div>
      <TableOfChart data={data} />
    </figure>
  );
}

/** Line styles that differ without color: filled, thin, dashed. */
function markOf({ isExpected = false, isGhost = false, kind, stack }: ChartSeries): string {
  if (isGhost) return 'hp-chart-ghost';
  if (isExpected) return 'hp-chart-dash';
  if (kind === 'line') return 'hp-chart-line';
  return kind === 'area' && stack === undefined ? 'hp-chart-area' : '';
}

/** Rounds to the precision of measurements; sums of floats have meaningless trailing digits. */
const inFile = (value: number | null | undefined) =>
  value == null ? value : Math.round(value * 1000) / 1000;

function TableOfChart({ data }: { data: ChartData }): ReactNode {
  const step = Math.max(1, Math.ceil(data.x.length / TABLE_ROWS));
  const shown = data.x.map((_, i) => i).filter((i) => i % step === 0);
  return (
    <div className="hp-unseen">
      <table>
        <caption>{t('public.labelled', { label: t('chart.table'), value: data.title })}</caption>
        <thead>
          <tr>
            <th scope="col">{data.xName}</th>
            {data.series.map((series) => (
              <th key={series.key} scope="col">
                {headOf(series)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((i) => (
            <tr key={i}>
              <th scope="row">{[fullX(data, i), ...bandsAt(data, i)].join(', ')}</th>
              {data.series.map((series) => {
                const value = series.values[i];
                const note = series.notes?.[i];
                return (
                  <td key={series.key}>
                    {value == null ? '–' : formatNumber(value, series.decimals ?? 1)}
                    {note !== undefined && `, ${note}`}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
