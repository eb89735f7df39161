// Import of history: exports of other portals become energies of this plant.
import { imports } from '@helioport/contract/imports';
import type { ReactNode } from 'react';
import { useCall } from '../../../api/query.ts';
import { Panel } from '../../../components/base/Panel.tsx';
import { t } from '../../../i18n.ts';
import { paths } from '../../../paths.ts';
import { PlantPage } from '../PlantPage.tsx';
import { ImportForm } from './ImportForm.tsx';
import { ImportList } from './ImportList.tsx';
import './imports.css';

const RUNNING_MS = 2_000;
const IDLE_MS = 60_000;

export default function ImportPage(): ReactNode {
  return (
    <PlantPage
      related={{ title: t('page.pvPlantConnect'), pathOf: paths.siteConnect }}
      title={t('page.pvPlantImport')}
    >
      {({ sid }) => <Imports key={sid} sid={sid} />}
    </PlantPage>
  );
}

function Imports({ sid }: { sid: string }): ReactNode {
  const answer = useCall(
    imports.list,
    { sid },
    { live: 'none', refreshMs: (data) => (isAnyRunning(data?.list) ? RUNNING_MS : IDLE_MS) },
  );
  return (
    <div className="hp-imports">
      {answer.data && (
        <Panel title={t('imports.new')}>
          <ImportForm isRunning={isAnyRunning(answer.data.list)} sid={sid} />
        </Panel>
      )}
      <Panel answer={answer} height={96} title={t('imports.list')}>
        <ImportList list={answer.data?.list ?? []} sid={sid} />
      </Panel>
    </div>
  );
}

const isAnyRunning = (list: readonly { state: string }[] = []): boolean =>
  list.some(({ state }) => state === 'waiting' || state === 'running');
