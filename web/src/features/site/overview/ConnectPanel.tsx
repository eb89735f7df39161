import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { EmptyState } from '../../../components/base/EmptyState.tsx';
import { Panel } from '../../../components/base/Panel.tsx';
import { ConnectHelp } from '../../../components/pv/ConnectHelp.tsx';
import type { Plant } from '../../../components/pv/plant.ts';
import { t } from '../../../i18n.ts';
import { paths } from '../../../paths.ts';

/** Shown in place of data before the first reading: how to connect the plant, and the remaining steps. */
export function ConnectPanel({ plant: { sid, detail } }: { plant: Plant }): ReactNode {
  return (
    <div className="hp-plant-wide">
      <Panel title={t('site.connect.title')}>
        <EmptyState action={<ConnectHelp />} icon="device" title={t('site.connect.hint')} />
        {detail.mayEdit && (
          <p className="hp-plant-away">
            <Link to={paths.siteConnect(sid)}>{t('page.pvPlantConnect')}</Link>
            {' · '}
            <Link to={paths.siteImport(sid)}>{t('page.pvPlantImport')}</Link>
            {detail.commission === 0 && (
              <>
                {' · '}
                <Link to={paths.siteCommission(sid)}>{t('page.pvPlantCommission')}</Link>
              </>
            )}
          </p>
        )}
      </Panel>
    </div>
  );
}
