// Details of the module selected on the roof, next to it.

import { device as calls } from '@helioport/contract/device';
import { MINUTE_MS } from '@helioport/domain/duration';
import { localDay } from '@helioport/domain/periods';
import { type ReactNode, useMemo } from 'react';
import { Link } from 'react-router';
import { useCall } from '../../../api/query.ts';
import { energyFigure, powerFigure } from '../../../components/base/amounts.ts';
import { CopyText } from '../../../components/base/CopyText.tsx';
import { StatusTag } from '../../../components/base/StatusTag.tsx';
import { ToolButton } from '../../../components/base/ToolButton.tsx';
import { Chart } from '../../../components/chart/Chart.tsx';
import { moduleCurve } from '../../../components/pv/moduleCurve.ts';
import type { Plant } from '../../../components/pv/plant.ts';
import { useReading } from '../../../components/pv/reading.ts';
import { stateWords } from '../../../components/pv/stateWords.ts';
import { numberFormat } from '../../../formats.ts';
import { t } from '../../../i18n.ts';
import { paths } from '../../../paths.ts';
import { type ModuleRow, moduleNameOf } from './moduleRows.ts';

const HEIGHT = 180;

interface ModulePeekProps {
  plant: Plant;
  row: ModuleRow;
  /** The open fault that costs most; null: none. */
  findingId: number | null;
  onClose: () => void;
}

export function ModulePeek({
  plant: { sid, detail, now },
  row,
  findingId,
  onClose,
}: ModulePeekProps): ReactNode {
  const { sn, addr, plcSN, ratio } = row;
  const day = localDay(now, detail.timezone);
  const overview = useCall(
    calls.modulesStatisticsOverview,
    { sid, sn, addr },
    { staleMs: MINUTE_MS, keepsPrevious: true },
  );
  const curve = useCall(
    calls.modulesStatisticsEcharts,
    { sid, sn, addr, types: 1, date: day, measure: 'power' },
    { live: 'named', liveEveryMs: MINUTE_MS },
  );
  const read = useReading(sid);
  const name = moduleNameOf(row);
  const title = t('site.curve.chartTitle', { site: name, day });
  const chart = useMemo(
    () => curve.data && moduleCurve(curve.data, title, detail.timezone, read, name),
    [curve.data, title, detail.timezone, read, name],
  );
  const array = overview.data?.plcSN === plcSN ? overview.data.plane : undefined;
  const facts: [string, string][] = [
    ...(array ? ([[t('site.modules.array'), array.name]] as [string, string][]) : []),
    [t('site.field.now'), powerFigure(row.nowW).text],
    [t('site.field.today'), energyFigure(row.todayKwh).text],
    [
      t('site.modules.ratio'),
      ratio === null ? '–' : numberFormat({ style: 'percent', maximumFractionDigits: 0 }).format(ratio),
    ],
  ];
  return (
    <section aria-label={name} className="hp-module-peek">
      <header>
        <div>
          <h2>
            <Link to={paths.module(sn, addr)}>{name}</Link>
          </h2>
          {name !== plcSN && <CopyText label={t('site.field.module')} text={plcSN} />}
        </div>
        <ToolButton icon="close" label={t('ui.close')} onClick={onClose} size={16} />
      </header>
      <StatusTag isPlain severity={row.severity} state={row.state}>
        {stateWords(row, { nowMs: now, timeZone: detail.timezone })}
      </StatusTag>
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {chart?.series.some(({ values }) => values.some((value) => value !== null)) && (
        <Chart data={chart} height={HEIGHT} />
      )}
      {findingId !== null && <Link to={paths.finding(findingId)}>{t('finding.open')}</Link>}
      <Link to={paths.module(sn, addr)}>{t('device.module.open', { name })}</Link>
    </section>
  );
}
