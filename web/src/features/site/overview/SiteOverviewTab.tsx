import { pv } from '@helioport/contract/pv';
import { namedSn } from '@helioport/domain/deviceIdentity';
import type { ReactNode } from 'react';
import { Icon } from '../../../components/base/Icon.tsx';
import { PowerCurve } from '../../../components/pv/PowerCurve.tsx';
import type { Plant } from '../../../components/pv/plant.ts';
import { t } from '../../../i18n.ts';
import { Can } from '../../../session/Can.tsx';
import { BenefitPanel } from './BenefitPanel.tsx';
import { ConnectPanel } from './ConnectPanel.tsx';
import { DevicesPanel } from './DevicesPanel.tsx';
import { NowPanel } from './NowPanel.tsx';
import { PrintHead } from './PrintHead.tsx';
import { ProductionPanel } from './ProductionPanel.tsx';
import { UpgradeNote } from './UpgradeNote.tsx';
import { WeatherPanel } from './WeatherPanel.tsx';

/** Lines of the note above the panels; the table of devices has all. */
const MOST_NAMED = 4;

/** Present state, energy, power curve of a day, and devices. */
export function SiteOverviewTab({ plant }: { plant: Plant }): ReactNode {
  if (plant.lastReportAt === null) {
    return (
      <div className="hp-plant-grid">
        <ConnectPanel plant={plant} />
        <ProductionPanel plant={plant} />
        <Devices plant={plant} />
      </div>
    );
  }
  const energy = plant.overview.data?.energy;
  // A flow with a battery has a node below the others and needs the height of two adjacent panels.
  const isTall = energy?.battery.show === true;
  return (
    <div className="hp-plant-grid">
      <PrintHead plant={plant} />
      <AlertNote plant={plant} />
      <NowPanel plant={plant} />
      {isTall ? (
        <div className="hp-plant-side">
          <ProductionPanel plant={plant} />
          <Benefit plant={plant} />
        </div>
      ) : (
        <ProductionPanel plant={plant} />
      )}
      <PowerCurve plant={plant} />
      <Devices plant={plant} />
      {plant.overview.data && <UpgradeNote sid={plant.sid} />}
      {!isTall && <Benefit plant={plant} />}
      <Can call={pv.weather7Day}>
        <div>
          <WeatherPanel plant={plant} />
        </div>
      </Can>
    </div>
  );
}

/** What production saves; nothing where no device produces. */
const Benefit = ({ plant }: { plant: Plant }): ReactNode =>
  plant.overview.data?.hasProducer !== false && (
    <Can module="pvPlant:benefit">
      <BenefitPanel plant={plant} />
    </Can>
  );

const Devices = ({ plant }: { plant: Plant }): ReactNode => (
  <Can module="pvPlant:devices">
    <DevicesPanel plant={plant} />
  </Can>
);

/** The current faults, one line per device and cause; hidden if there are none. */
function AlertNote({ plant: { overview, severity } }: { plant: Plant }): ReactNode {
  const faults = overview.data?.faults ?? [];
  if (faults.length === 0) return null;
  const isMild = severity === 'minor' || severity === 'info';
  const more = faults.length - MOST_NAMED;
  return (
    <div className={`hp-plant-alert${isMild ? ' hp-plant-alert-mild' : ''}`} role="status">
      <Icon name="alert" size={18} />
      <ul>
        {faults.slice(0, MOST_NAMED).map(({ sn, alias, code, title, desc }) => (
          <li key={`${sn} ${code}`}>
            <strong>{title}</strong> {t('site.alert.at', { where: namedSn(alias, sn) })} {desc}{' '}
            <span className="hp-muted">{t('site.alert.code', { code })}</span>
          </li>
        ))}
        {more > 0 && <li className="hp-muted">{t('site.alert.more', { count: more })}</li>}
      </ul>
    </div>
  );
}
