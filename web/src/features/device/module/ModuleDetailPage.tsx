// One module, an input of an inverter: power and energy, compared with the median module of its array.
import { device as calls } from '@helioport/contract/device';
import type { OutputOf } from '@helioport/contract/endpoint';
import { localDay } from '@helioport/domain/periods';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useCall } from '../../../api/query.ts';
import { EmptyState } from '../../../components/base/EmptyState.tsx';
import { FailedState } from '../../../components/base/FailedState.tsx';
import { Page } from '../../../components/base/Page.tsx';
import { RelativeTime } from '../../../components/base/RelativeTime.tsx';
import { Skeleton } from '../../../components/base/Skeleton.tsx';
import { formatNumber, useNow } from '../../../components/base/time.ts';
import { text, urlFields, whole } from '../../../components/base/urlFields.ts';
import { useUrlState } from '../../../components/base/useUrlState.ts';
import { PlantStatus } from '../../../components/pv/PlantStatus.tsx';
import { t } from '../../../i18n.ts';
import { paths } from '../../../paths.ts';
import { pageTitle } from '../../../session/pageTitle.ts';
import { ModuleDay } from './ModuleDay.tsx';
import { ModuleEnergy } from './ModuleEnergy.tsx';
import { ModuleFindings } from './ModuleFindings.tsx';
import { ModuleNow } from './ModuleNow.tsx';
import '../../../components/pv/detail.css';
import '../detail/deviceDetail.css';

const placeSchema = urlFields({ sn: text(80), addr: whole(1, 256, 1) });

export type ModuleOverview = OutputOf<typeof calls.modulesStatisticsOverview>;

export default function ModuleDetailPage(): ReactNode {
  const [{ sn, addr }] = useUrlState(placeSchema);
  const answer = useCall(
    calls.modulesStatisticsOverview,
    { sn, addr },
    { isEnabled: sn !== '', refreshMs: 60_000 },
  );
  const now = useNow();
  const module = answer.data;
  if (module === undefined)
    return (
      <Page crumbs={[{ title: pageTitle('pvPlant'), to: paths.sites() }]} title={t('site.field.module')}>
        {sn === '' && <EmptyState icon="device" title={t('device.detail.noSn')} />}
        {sn !== '' && answer.error !== null && <FailedState answer={answer} />}
        {sn !== '' && answer.error === null && <Skeleton height={480} lines={10} />}
      </Page>
    );
  const { sid, siteName, alias, timezone, plane, ratedW, state, severity, lastReportAt } = module;
  const today = localDay(now, timezone);
  return (
    <Page
      crumbs={[
        { title: pageTitle('pvPlant'), to: paths.sites() },
        { title: siteName, to: paths.site(sid, 'modules') },
        { title: alias || sn, to: paths.device(module.sn) },
      ]}
      sub={
        <span className="hp-plant-facts">
          <PlantStatus
            cause={module.cause}
            causeSince={module.causeSince}
            lastReportAt={lastReportAt}
            nowMs={now}
            severity={severity}
            state={state}
            timeZone={timezone}
          />
          <Link to={paths.device(module.sn)}>{module.modelName || module.sn}</Link>
          {ratedW !== null && <span>{t('device.module.rated', { power: formatNumber(ratedW) })}</span>}
          <span>
            {plane === null
              ? t('device.module.noPlane')
              : t('device.module.plane', {
                  name: plane.name,
                  tilt: formatNumber(plane.tiltDeg),
                  azimuth: formatNumber(plane.azimuthDeg),
                })}
          </span>
          <span>
            {t('site.field.lastReport')} <RelativeTime at={lastReportAt} timeZone={timezone} />
          </span>
        </span>
      }
      title={t('device.module.title', { name: module.plcSN })}
    >
      <ModuleNow module={module} />
      <ModuleFindings module={module} today={today} />
      <ModuleDay module={module} today={today} />
      <ModuleEnergy module={module} today={today} />
    </Page>
  );
}
