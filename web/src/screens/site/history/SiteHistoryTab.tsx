import { device } from '@helioport/contract/device';
import type { OutputOf } from '@helioport/contract/endpoint';
import { type DeviceKindKey, deviceKind, isMachine } from '@helioport/domain/deviceKinds';
import { localDay } from '@helioport/domain/periods';
import { Button } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { z } from 'zod';
import { useCall } from '../../../api/query.ts';
import { t } from '../../../i18n.ts';
import type { Plant } from '../../../solar/plant.ts';
import { dateText } from '../../../solar/plantClock.ts';
import { Panel } from '../../../ui/base/Panel.tsx';
import { useUrlState } from '../../../ui/base/useUrlState.ts';
import { Chart } from '../../../ui/chart/Chart.tsx';
import { SelectBox } from '../../../ui/form/SelectBox.tsx';
import { useChosenModules } from '../chosenModules.ts';
import { HistoryExport } from './HistoryExport.tsx';
import { HistoryTable } from './HistoryTable.tsx';
import { columnsAtFirst, drawnTogether, historyChart, spanText } from './historyColumns.ts';
import { daysOf, spanSchema } from './historySpan.ts';
import { MeasureChoice } from './MeasureChoice.tsx';
import { SpanChoice } from './SpanChoice.tsx';
import './history.css';

const HEIGHT = 300;
const ROWS = 100;

const historySchema = spanSchema.extend({
  device: z.string().max(80).default(''),
  /** Ids of columns with commas between them; '' is what is told at first, of chosen modules theirs. */
  cols: z.string().max(600).default(''),
});

type Retired = OutputOf<typeof device.replacements>['list'][number];

/** What can be looked at: devices that measure, those that were replaced behind the others. */
function choicesOf({ detail }: Plant, retired: readonly Retired[]): { sn: string; label: string }[] {
  // A machine measures nothing itself, its parts do.
  const measures = ({ kind }: { kind: DeviceKindKey }) => !isMachine(deviceKind(kind));
  return [
    ...detail.sn.filter(measures).map(({ sn, model }) => ({ sn, label: `${sn} (${model})` })),
    ...retired.filter(measures).map(({ sn, model, at }) => ({
      sn,
      label: t('site.replace.retiredOn', {
        sn,
        kind: model,
        time: dateText(localDay(at, detail.timezone)),
      }),
    })),
  ];
}

/** What a device measured over any span: curves of the chosen measures, and every report as a row. */
export default function SiteHistoryTab({ plant }: { plant: Plant }): ReactNode {
  const { sid, detail, now } = plant;
  const [state, setState] = useUrlState(historySchema);
  const modules = useChosenModules();
  const retired = useCall(device.replacements, { sid }, { live: 'none', quiet: true });
  const devices = choicesOf(plant, retired.data?.list ?? []);
  const chosen = [modules.sn, state.device]
    .map((wanted) => devices.find(({ sn }) => sn === wanted))
    .concat(devices)
    .find((one) => one !== undefined);
  const today = localDay(now, detail.timezone);
  const days = daysOf(state, today);
  const rangeDate = `${days.from}~${days.to}`;
  const sn = chosen?.sn ?? '';
  const place = `${sn} ${rangeDate}`;
  // Instants at which the pages began that were read before this one.
  const [trail, setTrail] = useState<{ place: string; befores: readonly number[] }>({ place, befores: [] });
  const befores = trail.place === place ? trail.befores : [];
  const rows = useCall(
    device.historyRows,
    { sid, sn, rangeDate, before: befores.at(-1) ?? null, size: ROWS },
    {
      quiet: true,
      keepsPrevious: true,
      isEnabled: sn !== '',
      live: days.to === today && befores.length === 0 ? 'named' : 'none',
    },
  );
  const columns = rows.data?.columns ?? [];
  const ids = state.cols === '' ? columnsAtFirst(columns, modules.addrsOf(sn)) : state.cols.split(',');
  const shown = columns.filter(({ id }) => ids.includes(id));
  const drawn = drawnTogether(shown);
  const curves = useCall(
    device.historyCurves,
    { sid, sn, rangeDate, columns: drawn.map(({ id }) => id) },
    {
      quiet: true,
      keepsPrevious: true,
      isEnabled: drawn.length > 0,
      live: days.to === today ? 'named' : 'none',
      liveEveryMs: 30_000,
    },
  );
  const title = `${detail.siteName}, ${sn}, ${spanText(days)}`;
  const chart = useMemo(() => curves.data && historyChart(curves.data, title), [curves.data, title]);
  if (chosen === undefined) {
    return (
      <Panel empty={{ title: t('site.devices.none'), hint: t('site.devices.noneHint'), icon: 'device' }}>
        {null}
      </Panel>
    );
  }
  const isEmpty = rows.data?.rows.length === 0 && befores.length === 0;
  return (
    <div className="hp-history">
      <div className="hp-history-bar">
        {devices.length > 1 && (
          <SelectBox
            label={t('site.field.device')}
            onChange={(next) => {
              setState({ device: next, cols: '' }, { isStep: true });
              modules.choose(new Set());
            }}
            options={devices.map(({ sn: value, label }) => ({ value, label }))}
            value={sn}
          />
        )}
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
          drawn.length === 0 &&
          rows.data !== undefined && { title: t('site.history.noCurve'), hint: t('site.history.noCurveHint') }
        }
        height={HEIGHT + 60}
        sub={spanText(days)}
        title={t('site.history.curves')}
      >
        {drawn.length < shown.length && <p className="hp-chart-note">{t('site.history.notAllDrawn')}</p>}
        {chart && <Chart data={chart} height={HEIGHT} />}
      </Panel>
      <Panel
        actions={<HistoryExport days={days} ids={ids} name={title} sid={sid} sn={sn} />}
        answer={rows}
        empty={
          isEmpty && {
            title: t('site.history.empty'),
            hint: t('site.history.emptyHint'),
            icon: 'clock',
          }
        }
        isFlush
        title={t('site.history.reports')}
      >
        {rows.data && (
          <HistoryTable answer={rows.data} columns={shown} isDimmed={rows.isPlaceholderData} label={title} />
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
