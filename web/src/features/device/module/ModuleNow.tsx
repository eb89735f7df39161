import type { ReactNode } from 'react';
import { energyFigure, powerFigure } from '../../../components/base/amounts.ts';
import { Figure } from '../../../components/base/Figure.tsx';
import { Panel } from '../../../components/base/Panel.tsx';
import { formatNumber } from '../../../components/base/time.ts';
import { useReading } from '../../../components/pv/reading.ts';
import { numberFormat } from '../../../formats.ts';
import { t } from '../../../i18n.ts';
import type { ModuleOverview } from './ModuleDetailPage.tsx';

const periods = ['today', 'yesterday', 'month', 'year', 'total'] as const;

/** "97 %", or a dash where there is nothing to compare with. */
const shareText = (own: number | null, median: number | null): string =>
  own === null || median === null || median <= 0
    ? '–'
    : numberFormat({ style: 'percent', maximumFractionDigits: 0 }).format(own / median);

/** Present power of the module and energy to date, each compared with the median of its array. */
export function ModuleNow({ module }: { module: ModuleOverview }): ReactNode {
  const { power, powerMedian, dcVoltage, dcCurrent, temperature } = module;
  const watts = powerFigure(power);
  const warmth = useReading(module.sid)('°C');
  const plain = (value: number | null, decimals: number) =>
    value === null ? null : formatNumber(value, decimals);
  return (
    <Panel
      sub={t(module.plane === null ? 'device.module.noMedian' : 'device.module.medianHint')}
      title={t('site.now.title')}
    >
      <div className="hp-device-now">
        <Figure
          color="production"
          isMain
          label={t('measure.power')}
          sub={
            powerMedian !== null &&
            t('device.module.medianOf', {
              value: powerFigure(powerMedian).text,
              share: shareText(power, powerMedian),
            })
          }
          unit={power === null ? '' : watts.unit}
          value={power === null ? null : watts.value}
        />
        <Figure label={t('measure.dcVoltage')} unit="V" value={plain(dcVoltage, 1)} />
        <Figure label={t('measure.dcCurrent')} unit="A" value={plain(dcCurrent, 2)} />
        <Figure
          label={t('measure.temperature')}
          unit={warmth.unit}
          value={plain(temperature === null ? null : warmth.of(temperature), 1)}
        />
      </div>
      <section
        aria-label={t('site.energy.title')}
        className="hp-device-energies"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
      >
        <table>
          <thead>
            <tr>
              <th scope="col">{t('site.energy.title')}</th>
              {periods.map((period) => (
                <th key={period} scope="col">
                  {t(`site.production.${period}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">{t('site.field.module')}</th>
              {periods.map((period) => (
                <td key={period}>{energyFigure(module[period].energy).text}</td>
              ))}
            </tr>
            {module.plane !== null && (
              <>
                <tr>
                  <th scope="row">{t('device.module.median')}</th>
                  {periods.map((period) => (
                    <td key={period}>{energyFigure(module[period].median).text}</td>
                  ))}
                </tr>
                <tr>
                  <th scope="row">{t('site.modules.ratio')}</th>
                  {periods.map((period) => (
                    <td key={period}>{shareText(module[period].energy, module[period].median)}</td>
                  ))}
                </tr>
              </>
            )}
          </tbody>
        </table>
      </section>
    </Panel>
  );
}
