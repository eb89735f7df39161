import { battery } from '@helioport/contract/battery';
import { bdnz } from '@helioport/contract/bdnz';
import type { OutputOf } from '@helioport/contract/endpoint';
import { ksp } from '@helioport/contract/ksp';
import { hasStorage, isComposite } from '@helioport/domain/deviceKinds';
import { isLive } from '@helioport/domain/state';
import type { ReactNode } from 'react';
import { useCall } from '../../../api/query.ts';
import { Facts } from '../../../components/base/Facts.tsx';
import { Figure } from '../../../components/base/Figure.tsx';
import { Panel } from '../../../components/base/Panel.tsx';
import { formatNumber } from '../../../components/base/time.ts';
import { EnergyFlow } from '../../../components/pv/EnergyFlow.tsx';
import { t } from '../../../i18n.ts';
import type { DeviceView } from '../detail/deviceView.ts';
import './machine.css';

type Overview = OutputOf<typeof bdnz.threeOverview>;

/** For a composite device that has not reported its rated power. */
const USUAL_W = 5000;

/** Present values of a composite device: energy flow, battery, phases and inputs. */
export default function CurrentValuesTab({ device }: { device: DeviceView }): ReactNode {
  const { sn, sid, kind, detail } = device;
  const call = isComposite(kind) ? bdnz.threeOverview : hasStorage(kind) ? battery.hxOverview : ksp.overview;
  const answer = useCall(call, { sn, sid }, { refreshMs: 60_000 });
  const { data } = answer;
  return (
    <div className="hp-plant-grid">
      {isComposite(kind) && (
        <Panel answer={answer} height={320} title={t('machine.flow')}>
          {data && (
            <EnergyFlow
              energy={data.energy}
              fullW={detail.powerMax || USUAL_W}
              isLive={isLive(detail.reporting)}
            />
          )}
        </Panel>
      )}
      {hasStorage(kind) && <StoragePanel device={device} />}
      <Panel
        answer={answer}
        empty={data?.phases.length === 0 && { title: t('machine.noPhases'), icon: 'grid' }}
        isFlush
        title={t('machine.phases')}
      >
        {data && <Places isOfPhases rows={data.phases} />}
      </Panel>
      {data && data.inputs.length > 0 && (
        <Panel isFlush title={t('machine.inputs')}>
          <Places rows={data.inputs} />
        </Panel>
      )}
    </div>
  );
}

/** State of charge and round-trip efficiency of a battery. */
function StoragePanel({ device: { sn, sid } }: { device: DeviceView }): ReactNode {
  const answer = useCall(battery.hxStatisticsOverview, { sn, sid }, { refreshMs: 60_000 });
  const { soc, efficiency, measures = [] } = answer.data ?? { soc: null, efficiency: null };
  const sumOf = (key: string, period: 'today' | 'total') => {
    const value = measures.find((one) => one.key === key)?.[period] ?? null;
    return value === null ? '–' : `${formatNumber(value, 1)} kWh`;
  };
  return (
    <Panel answer={answer} height={160} title={t('deviceKind.battery')}>
      <Figure
        color="battery"
        isMain
        label={t('measure.soc')}
        unit="%"
        value={soc === null ? null : formatNumber(soc, 0)}
      />
      <Facts
        facts={[
          { title: t('machine.chargedToday'), value: sumOf('energyCharged', 'today') },
          { title: t('machine.dischargedToday'), value: sumOf('energyDischarged', 'today') },
          {
            title: t('machine.efficiency'),
            value: efficiency === null ? '–' : `${formatNumber(efficiency, 1)} %`,
          },
        ]}
      />
    </Panel>
  );
}

interface PlacesProps {
  isOfPhases?: boolean;
  rows: Overview['phases'];
}

/** Voltage, current and power, a row for each phase or input. */
function Places({ isOfPhases = false, rows }: PlacesProps): ReactNode {
  const cell = (value: number | null, decimals: number, unit: string) =>
    value === null ? '–' : `${formatNumber(value, decimals)} ${unit}`;
  return (
    <table className="hp-machine-places">
      <thead>
        <tr>
          <td />
          <th scope="col">{t(isOfPhases ? 'measure.phaseVoltage' : 'measure.dcVoltage')}</th>
          <th scope="col">{t(isOfPhases ? 'measure.phaseCurrent' : 'measure.dcCurrent')}</th>
          <th scope="col">{t('measure.power')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ addr, part, voltage, current, power }) => (
          <tr key={`${part} ${addr}`}>
            <th scope="row">{isOfPhases ? `L${addr}` : t('machine.input', { id: addr })}</th>
            <td>{cell(voltage, 1, 'V')}</td>
            <td>{cell(current, 2, 'A')}</td>
            <td>{cell(power, 0, 'W')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
