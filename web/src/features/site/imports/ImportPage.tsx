// Import of history: exports of other portals become energies of this plant.
import { imports } from '@helioport/contract/imports';
import { site } from '@helioport/contract/site';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useCall } from '../../../api/query.ts';
import { Page } from '../../../components/base/Page.tsx';
import { EmptyState, Panel } from '../../../components/base/Panel.tsx';
import { text, urlFields } from '../../../components/base/urlFields.ts';
import { useUrlState } from '../../../components/base/useUrlState.ts';
import { t } from '../../../i18n.ts';
import { paths } from '../../../paths.ts';
import { pageTitle } from '../../../session/pageTitle.ts';
import { ImportForm } from './ImportForm.tsx';
import { ImportList } from './ImportList.tsx';
import './imports.css';

const RUNNING_MS = 2_000;
const IDLE_MS = 60_000;

const placeSchema = urlFields({ id: text(60) });

export default function ImportPage(): ReactNode {
  const [{ id }] = useUrlState(placeSchema);
  const title = t('page.pvPlantImport');
  if (id === '')
    return (
      <Page title={title}>
        <EmptyState icon="plant" title={t('site.detail.noId')} />
      </Page>
    );
  return <Import key={id} sid={id} title={title} />;
}

function Import({ sid, title }: { sid: string; title: string }): ReactNode {
  const plant = useCall(site.detail, { sid }, { live: 'none', quiet: true });
  const known = useCall(imports.list, { sid }, { live: 'none', quiet: true });
  const isRunning = known.data?.list.some(({ state }) => state === 'waiting' || state === 'running') === true;
  const answer = useCall(
    imports.list,
    { sid },
    { live: 'none', quiet: true, refreshMs: isRunning ? RUNNING_MS : IDLE_MS },
  );
  const name = plant.data?.siteName;
  return (
    <Page
      crumbs={[
        { title: pageTitle('pvPlant'), to: paths.sites() },
        ...(name === undefined ? [] : [{ title: name, to: paths.site(sid) }]),
      ]}
      sub={
        <>
          <Link to={paths.site(sid)}>{t('site.edit.toPlant')}</Link>
          {' · '}
          <Link to={paths.siteConnect(sid)}>{t('page.pvPlantConnect')}</Link>
        </>
      }
      title={name === undefined ? title : `${title} · ${name}`}
    >
      <div className="hp-imports">
        {answer.data && (
          <Panel title={t('imports.new')}>
            <ImportForm isRunning={isRunning} sid={sid} />
          </Panel>
        )}
        <Panel answer={answer} height={96} title={t('imports.list')}>
          <ImportList list={answer.data?.list ?? []} sid={sid} />
        </Panel>
      </div>
    </Page>
  );
}
