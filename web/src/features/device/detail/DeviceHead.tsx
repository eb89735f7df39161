import { STALE_AFTER_MS } from '@helioport/domain/status';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Breadcrumb } from '../../../components/base/Breadcrumb.tsx';
import { CopyText } from '../../../components/base/CopyText.tsx';
import { RelativeTime } from '../../../components/base/RelativeTime.tsx';
import { Tag } from '../../../components/base/Tag.tsx';
import { PlantStatus } from '../../../components/pv/PlantStatus.tsx';
import { t } from '../../../i18n.ts';
import { paths } from '../../../paths.ts';
import { pageTitle } from '../../../session/pageTitle.ts';
import { DeviceActions } from './DeviceActions.tsx';
import { type DeviceView, nameOf } from './deviceView.ts';

/** Name, type, state and plant of the device, and the time of its last reading. */
export function DeviceHead({ device }: { device: DeviceView }): ReactNode {
  const { sn, sid, detail, timeZone, now } = device;
  const { state, severity, cause, causeSince, lastReportAt, alertTitle } = detail;
  const name = nameOf(detail);
  const stale = detail.reporting === 'asleep' || detail.isRetired ? {} : { staleAfterMs: STALE_AFTER_MS };
  return (
    <>
      <Breadcrumb
        above={[
          { title: pageTitle('pvPlant'), to: paths.sites() },
          { title: detail.siteName, to: paths.site(sid) },
          ...(detail.parent === null ? [] : [{ title: detail.parent, to: paths.device(detail.parent) }]),
        ]}
        title={name}
      />
      <header className="hp-plant-head">
        <div className="hp-plant-name">
          <h1 title={name}>{name}</h1>
          <span className="hp-muted">{detail.model || t('device.modelUnknown')}</span>
        </div>
        <DeviceActions device={device} />
      </header>
      <p className="hp-plant-facts">
        {detail.isRetired ? (
          <Tag icon="clock" tone="plain">
            {t('device.detail.retired')}
          </Tag>
        ) : (
          <PlantStatus
            alertTitle={alertTitle}
            cause={cause}
            causeSince={causeSince}
            lastReportAt={lastReportAt}
            nowMs={now}
            severity={severity}
            state={state}
            timeZone={timeZone}
          />
        )}
        {detail.isRestricted && (
          <Tag icon="lock" tone="alert">
            {t('device.list.restricted')}
          </Tag>
        )}
        <CopyText label={t('site.field.sn')} text={sn} />
        <span>
          <Link to={paths.site(sid)}>{detail.siteName}</Link>
        </span>
        {detail.gateway !== null && (
          <span>
            {t('device.detail.through')}{' '}
            <Link to={paths.device(detail.gateway.sn)}>{nameOf(detail.gateway)}</Link>
          </span>
        )}
        <span>
          {t('site.field.lastReport')} <RelativeTime at={lastReportAt} timeZone={timeZone} {...stale} />
        </span>
      </p>
    </>
  );
}
