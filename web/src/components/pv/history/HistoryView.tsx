import { device } from '@helioport/contract/device';
import { localDay } from '@helioport/domain/periods';
import { type ReactNode, useMemo, useState } from 'react';
import { useCall } from '../../../api/query.ts';
import { t } from '../../../i18n.ts';
import { Button } from '../../base/Button.tsx';
import { Panel } from '../../base/Panel.tsx';
import { useUrlState } from '../../base/useUrlState.ts';
import { Chart } from '../../chart/Chart.tsx';
import { noDetail } from '../noDetail.ts';
import { tableRead, useReading } from '../reading.ts';
import { HistoryExport } from './HistoryExport.tsx';
import { HistoryTable } from './HistoryTable.tsx';
import { columnsAtFirst, drawnTogether, historyChart, spanText } from './historyColumns.ts';
import { daysOf, spanSchema } from './historySpan.ts';
import { MeasureChoice } from './MeasureChoice.tsx';
import { devicesTogether, type NamedDevice, useOtherCurves } from './otherCurves.ts';
import { PreparedFiles } from './PreparedFiles.tsx';
import { SpanChoice } from './SpanChoice.tsx';
import './history.css';
import { text, urlFields } from '../../base/urlFields.ts';

const HEIGHT = 300;
const ROWS = 100;
const none: readonly NamedDevice[] = [];

const viewSchema = urlFields({
  ...spanSchema,
  /** Comma-separated column ids; '' selects the default: that of the device or of the inputs in `addrs`. */
  cols: text(600),
});

interface HistoryViewProps {
  sid: string;
  siteName: string;
  /** Of the plant. */
  timeZone: string;
  sn: string;
  now: number;
  /** Inputs whose measurements are selected by default; none: the first measurement of the device. */
  addrs?: readonly number[];
  /**
   * Other devices of the plant whose curves of the first measurement are added to the chart, at most four, with
   * names.
   */
  others?: readonly NamedDevice[];
  /** Name of the device in a comparison with others. */
  name?: string;
  /** Shown before the period: the selection among several devices. */
  choice?: ReactNode;
}

/** The measurements of a device over any period: curves of the selected ones, and every reading as a row. */
export function HistoryView(props: HistoryViewProps): ReactNode {
  const { sid, siteName, timeZone, sn, now, addrs = [], choice, others = none, name = sn } = props;
  const [state, setState] = useUrlState(viewSchema);
  const today = localDay(now, timeZone);
  const days = daysOf(state, today);
  const rangeDate = `${days.from}~${days.to}`;
  const place = `${sn} ${rangeDate}`;
  // Start instants of the previous pages.
  const [trail, setTrail] = useState<{ place: string; befores: readonly number[] }>({ place, befores: [] });
  const befores = trail.place === place ? trail.befores : [];
  const read = useReading(sid);
  const rows = useCall(
    device.historyRows,
    { sid, sn, rangeDate, before: befores.at(-1) ?? null, size: ROWS },
    { keepsPrevious: true, live: days.to === today && befores.length === 0 ? 'named' : 'none' },
  );
  const table = useMemo(() => rows.data && tableRead(rows.data, read), [rows.data, read]);
  const columns = table?.columns ?? [];
  const ids = state.cols === '' ? columnsAtFirst(columns, addrs) : state.cols.split(',');
  const shown = columns.filter(({ id }) => ids.includes(id));
  const together = drawnTogether(shown);
  const isCompared = others.length > 0;
  // One measurement of several devices, or several measurements of one device.
  const drawn = isCompared ? together.slice(0, 1) : together;
  const curves = useCall(
    device.historyCurves,
    { sid, sn, rangeDate, columns: drawn.map(({ id }) => id) },
    {
      keepsPrevious: true,
      isEnabled: drawn.length > 0,
      live: days.to === today ? 'named' : 'none',
      liveEveryMs: 30_000,
    },
  );
  const otherCurves = useOtherCurves(
    { sid, rangeDate, column: drawn[0]?.id, isToday: days.to === today },
    others,
  );
  const title = `${siteName}, ${sn}, ${spanText(days)}`;
  const chart = useMemo(
    () =>
      curves.data &&
      historyChart(isCompared ? devicesTogether(name, curves.data, otherCurves) : curves.data, title, read),
    [curves.data, title, read, isCompared, name, otherCurves],
  );
  const isWithout = noDetail(rows.data?.detailFrom);
  // A period can start before the retention limit and end after it.
  const without = isWithout && <p className="hp-chart-note">{isWithout.title}</p>;
  const isEmpty = rows.data?.rows.length === 0 && befores.length === 0;
  return (
    <div className="hp-history">
      <div className="hp-history-bar">
        {choice}
        <SpanChoice
          days={days}
          onSpan={(patch) => setState(patch, { isStep: true })}
          state={state}
          today={today}
        />
        <MeasureChoice
          columns={columns}
          onChoose={(next) => setState({ cols: next.join(',') })}
          shown={shown.map(({ id }) => id)}
        />
      </div>
      <Panel
        answer={curves}
        empty={
          (isEmpty && isWithout) ||
          (drawn.length === 0 &&
            rows.data !== undefined && {
              title: t('site.history.noCurve'),
              hint: t('site.history.noCurveHint'),
            })
        }
        height={HEIGHT + 60}
        sub={spanText(days)}
        title={t('site.history.curves')}
      >
        {without}
        {!isCompared && drawn.length < shown.length && (
          <p className="hp-chart-note">{t('site.history.notAllDrawn')}</p>
        )}
        {isCompared && shown.length > 1 && <p className="hp-chart-note">{t('site.history.oneMeasure')}</p>}
        {chart && <Chart data={chart} height={HEIGHT} />}
      </Panel>
      <Panel
        actions={<HistoryExport days={days} ids={ids} name={title} read={read} sid={sid} sn={sn} />}
        answer={rows}
        empty={
          isEmpty &&
          (isWithout || {
            title: t('site.history.empty'),
            hint: t('site.history.emptyHint'),
            icon: 'clock',
          })
        }
        isFlush
        title={t('site.history.reports')}
      >
        {without}
        <PreparedFiles sn={sn} />
        {table && (
          <HistoryTable answer={table} columns={shown} isDimmed={rows.isPlaceholderData} label={title} />
        )}
        <div className="hp-history-pages">
          <Button
            disabled={befores.length === 0}
            onClick={() => setTrail({ place, befores: befores.slice(0, -1) })}
          >
            {t('site.history.newer')}
          </Button>
          <Button
            disabled={rows.data?.next == null}
            onClick={() =>
              rows.data?.next != null && setTrail({ place, befores: [...befores, rows.data.next] })
            }
          >
            {t('site.history.older')}
          </Button>
        </div>
      </Panel>
    </div>
  );
}
