// The drawing surface of a chart. Only this file and option.ts touch ECharts, so that it stays one lazy chunk.
import { BarChart, LineChart } from 'echarts/charts';
import {
  DataZoomComponent,
  GridComponent,
  LegendComponent,
  MarkAreaComponent,
  MarkPointComponent,
  TitleComponent,
  ToolboxComponent,
  TooltipComponent,
} from 'echarts/components';
import { type ECharts, init, use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import { type Ground, useTheme } from '../../theme.ts';
import { chartOption } from './option.ts';
import type { ChartData } from './series.ts';
import { ticksOf } from './ticks.ts';

use([
  BarChart,
  LineChart,
  CanvasRenderer,
  DataZoomComponent,
  GridComponent,
  LegendComponent,
  MarkAreaComponent,
  MarkPointComponent,
  TitleComponent,
  ToolboxComponent,
  TooltipComponent,
]);

export interface ChartHandle {
  showAll: () => void;
  /** The whole chart, whatever is zoomed, with title and legend, as PNG. */
  picture: () => Promise<Blob>;
}

interface ChartCanvasProps {
  data: ChartData;
  hidden: ReadonlySet<string>;
  height: number;
  onZoom: (isZoomed: boolean) => void;
  onPick: ((index: number) => void) | undefined;
  handle: Ref<ChartHandle>;
}

export default function ChartCanvas(props: ChartCanvasProps): ReactNode {
  const { data, hidden, height, onZoom, onPick, handle } = props;
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<ECharts>(null);
  const onZoomRef = useRef(onZoom);
  const pick = useRef(onPick);
  const labels = useRef(data.x);
  const ground = useTheme((theme) => theme.ground);

  useEffect(() => {
    onZoomRef.current = onZoom;
    pick.current = onPick;
    labels.current = data.x;
  });

  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const drawn = init(element);
    chart.current = drawn;
    const resized = new ResizeObserver(() => {
      drawn.resize();
      labelAxis(drawn, labels.current);
    });
    resized.observe(element);
    drawn.on('datazoom', () => {
      onZoomRef.current(isZoomed(drawn));
      labelAxis(drawn, labels.current);
    });
    // On touch the first tap shows the values, the second one on the same point opens it.
    let tapped: number | undefined;
    drawn.on('click', ({ dataIndex }) => {
      if (typeof dataIndex !== 'number') return;
      const isFirstTap = matchMedia('(hover: none)').matches && tapped !== dataIndex;
      tapped = dataIndex;
      if (!isFirstTap) pick.current?.(dataIndex);
    });
    return () => {
      resized.disconnect();
      drawn.dispose();
      chart.current = null;
    };
  }, []);

  useEffect(() => {
    const drawn = chart.current;
    if (drawn === null) return;
    drawn.setOption(chartOption({ data, hidden, ground }), { replaceMerge: ['series', 'yAxis'] });
    labelAxis(drawn, data.x);
    // With a finger a drag scrolls the page and two fingers zoom; only a mouse selects by dragging.
    if (matchMedia('(pointer: fine)').matches) {
      drawn.dispatchAction({ type: 'takeGlobalCursor', key: 'dataZoomSelect', dataZoomSelectActive: true });
    }
  }, [data, hidden, ground]);

  // Paper is light: printed by the browser's own command, the chart is drawn in light colors for that moment.
  useEffect(() => {
    if (ground === 'light') return;
    const draw = ({ type }: Event) => {
      const drawn = chart.current;
      if (drawn === null) return;
      const onPaper = type === 'beforeprint';
      // Tokens have their colors of the root's theme, and paper becomes the medium only after the event.
      const root = document.documentElement.dataset;
      const chosen = root.theme;
      if (onPaper) root.theme = 'light';
      const option = chartOption({ data, hidden, ground: onPaper ? 'light' : ground });
      if (chosen === undefined) delete root.theme;
      else root.theme = chosen;
      drawn.setOption({ ...option, animation: !onPaper }, { replaceMerge: ['series', 'yAxis'] });
      labelAxis(drawn, data.x);
      drawn.getZr().flush();
    };
    addEventListener('beforeprint', draw);
    addEventListener('afterprint', draw);
    return () => {
      removeEventListener('beforeprint', draw);
      removeEventListener('afterprint', draw);
    };
  }, [data, hidden, ground]);

  useImperativeHandle(handle, () => ({
    showAll: () => chart.current?.dispatchAction({ type: 'dataZoom', start: 0, end: 100 }),
    picture: () => drawPicture(data, hidden, ground),
  }));

  return <div className="hp-chart-canvas" ref={box} style={{ height }} />;
}

/** The part in view, in percent of all points. */
function viewOf(chart: ECharts): { start: number; end: number } {
  const { dataZoom } = chart.getOption();
  const first: unknown = Array.isArray(dataZoom) ? dataZoom[0] : undefined;
  const { start, end } = (first ?? {}) as { start?: number; end?: number };
  return { start: start ?? 0, end: end ?? 100 };
}

function isZoomed(chart: ECharts): boolean {
  const { start, end } = viewOf(chart);
  return start > 0 || end < 100;
}

function labelAxis(chart: ECharts, labels: readonly string[]): void {
  const { start, end } = viewOf(chart);
  const last = labels.length - 1;
  const view = { from: Math.floor((start / 100) * last), to: Math.ceil((end / 100) * last) };
  chart.setOption({ xAxis: { axisLabel: { interval: ticksOf(labels, view, chart.getWidth()) } } });
}

async function drawPicture(data: ChartData, hidden: ReadonlySet<string>, ground: Ground): Promise<Blob> {
  const box = document.createElement('div');
  box.style.cssText = 'position:fixed;left:-9999px;width:1200px;height:560px';
  document.body.append(box);
  const chart = init(box, null, { devicePixelRatio: 2 });
  try {
    chart.setOption(chartOption({ data, hidden, ground, isPicture: true }));
    labelAxis(chart, data.x);
    const canvas = chart.renderToCanvas({ pixelRatio: 2 });
    return await new Promise<Blob>((resolve, reject) =>
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('Chart image is empty')))),
    );
  } finally {
    chart.dispose();
    box.remove();
  }
}
