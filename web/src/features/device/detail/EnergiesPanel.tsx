import { isLive } from '@helioport/domain/state';
import type { ReactNode } from 'react';
import { energyFigure, powerFigure } from '../../../components/base/amounts.ts';
import { Figure } from '../../../components/base/Figure.tsx';
import { Panel } from '../../../components/base/Panel.tsx';
import { formatNumber } from '../../../components/base/time.ts';
import { lookOf } from '../../../components/pv/measureLook.ts';
import { useReading } from '../../../components/pv/reading.ts';
import { recordedText } from '../../../components/pv/recorded.ts';
import { powerNow } from '../../../components/pv/stateWords.ts';
import { t } from '../../../i18n.ts';
import type { DeviceView } from './deviceView.ts';

const periods = ['today', 'yesterday', 'month', 'year', 'total'] as const;

/** Present power and state of charge, and the energies of its counters next to each other. */
export function EnergiesPanel({ device }: { device: DeviceView }): ReactNode {
  const { overview, detail } = device;
  const { reporting } = detail;
  const read = useReading(device.sid);
  const measures = overview.data?.measures ?? [];
  const momentary = measures.filter(({ unit }) => unit !== 'kWh');
  const counters = measures.filter(({ unit }) => unit === 'kWh');
  return (
    <Panel
      answer={overview}
      empty={
        measures.length === 0 && {
          title: t('device.detail.measuresNothing'),
          hint: t('device.detail.measuresNothingHint'),
          icon: 'device',
        }
      }
      height={220}
      sub={recordedText(overview.data?.recordedSince)}
      title={t('site.now.title')}
    >
      <div className="hp-device-now">
        {momentary.map(({ key, unit, now }, i) => {
          const look = lookOf({ key, name: key });
          // An outdated power counts as missing.
          const watts = unit === 'W' && now !== null ? powerNow(reporting, now) : null;
          const reading = read(unit);
          const figure =
            unit === 'W'
              ? powerFigure(watts)
              : { value: formatNumber(reading.of(now ?? 0), 0), unit: reading.unit };
          const isKnown = unit === 'W' ? watts !== null : now !== null && isLive(reporting);
          return (
            <Figure
              color={look.color}
              isMain={i === 0}
              key={key}
              label={look.name}
              unit={isKnown ? figure.unit : ''}
              value={isKnown ? figure.value : null}
            />
          );
        })}
      </div>
      {counters.length > 0 && (
        <section
          aria-label={t('site.energy.title')}
          className="hp-device-energies"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
          tabIndex={0}
        >
          <table>
            <thead>
              <tr>
                <th scope="col">
                  <span className="hp-unseen">{t('site.history.measures')}</span>
                </th>
                {periods.map((period) => (
                  <th key={period} scope="col">
                    {t(`site.production.${period}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {counters.map((one) => (
                <tr key={one.key}>
                  <th scope="row">{lookOf({ key: one.key, name: one.key }).name}</th>
                  {periods.map((period) => (
                    <td key={period}>{energyFigure(one[period]).text}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </Panel>
  );
}
