import { pv } from '@helioport/contract/pv';
import { HOUR_MS } from '@helioport/domain/duration';
import { daylightAt } from '@helioport/domain/standby';
import { STALE_AFTER_MS } from '@helioport/domain/status';
import type { ReactNode } from 'react';
import { useCall } from '../../../api/query.ts';
import { Icon } from '../../../components/base/Icon.tsx';
import { RelativeTime } from '../../../components/base/RelativeTime.tsx';
import { forecastText } from '../../../components/pv/forecast.ts';
import { PlantPeople } from '../../../components/pv/PlantPeople.tsx';
import { PlantStatus } from '../../../components/pv/PlantStatus.tsx';
import type { Plant } from '../../../components/pv/plant.ts';
import { clockText, clockWithZone } from '../../../components/pv/plantClock.ts';
import { t } from '../../../i18n.ts';
import { Can } from '../../../session/Can.tsx';

/** Below the plant's name: state, location, local time, age of the data, and sunrise and sunset. */
export function PlantFacts({ plant }: { plant: Plant }): ReactNode {
  const { detail, state, lastReportAt, now } = plant;
  const place = [detail.city, detail.stateName, detail.countryName].filter((part) => part !== '').join(', ');
  const stale = plant.reporting === 'asleep' ? {} : { staleAfterMs: STALE_AFTER_MS };
  return (
    <p className="hp-plant-facts">
      <PlantStatus
        lastReportAt={lastReportAt}
        latitude={detail.latitude}
        longitude={detail.longitude}
        nowMs={now}
        severity={plant.severity}
        state={state}
        timeZone={detail.timezone}
      />
      <span>{place}</span>
      <span title={detail.timezone}>
        {t('site.localTime', { time: clockWithZone(now, detail.timezone) })}
      </span>
      <span>
        {t('site.field.lastReport')} <RelativeTime at={lastReportAt} timeZone={detail.timezone} {...stale} />
      </span>
      <PlantPeople detail={detail} />
      {detail.hasPosition && <SunTimes plant={plant} />}
      <Can call={pv.weather7Day}>
        <Weather sid={plant.sid} />
      </Can>
    </p>
  );
}

function SunTimes({ plant: { detail, now } }: { plant: Plant }): ReactNode {
  const light = daylightAt(now, detail.timezone, detail.latitude, detail.longitude);
  if (light.kind === 'polarDay') return <span>{t('site.sun.polarDay')}</span>;
  if (light.kind === 'polarNight') return <span>{t('site.sun.polarNight')}</span>;
  const rise = clockText(light.sunriseMs, detail.timezone);
  const set = clockText(light.sunsetMs, detail.timezone);
  return (
    <span className="hp-sun-times">
      <Icon name="sun" size={16} />
      {t('site.sun.riseAndSet', { rise, set })}
    </span>
  );
}

/** Today's weather, where the operator has set a source of forecasts; nothing otherwise. */
function Weather({ sid }: { sid: string }): ReactNode {
  const { data } = useCall(pv.weather7Day, { sid }, { live: 'none', staleMs: HOUR_MS });
  const today = data ? forecastText(data, data.list[0]?.datetime) : '';
  return today === '' ? null : <span>{today}</span>;
}
