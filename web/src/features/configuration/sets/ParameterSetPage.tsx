import { configuration } from '@helioport/contract/configuration';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '../../../components/base/Button.tsx';
import { Page } from '../../../components/base/Page.tsx';
import { choice, urlFields } from '../../../components/base/urlFields.ts';
import { useUrlState } from '../../../components/base/useUrlState.ts';
import { Segments } from '../../../components/form/Segments.tsx';
import { CommandList } from '../../../components/pv/parameters/CommandList.tsx';
import { t } from '../../../i18n.ts';
import { paths } from '../../../paths.ts';
import { Can, useMayCall } from '../../../session/Can.tsx';
import { pageTitle } from '../../../session/pageTitle.ts';
import { RunTable } from './RunTable.tsx';
import { SetDrawer } from './SetDrawer.tsx';
import { SetTable } from './SetTable.tsx';

const schema = urlFields({ view: choice(['sets', 'runs', 'approvals'], 'sets') });

/** Parameter sets and their runs. */
export default function ParameterSetPage(): ReactNode {
  const [{ view }] = useUrlState(schema);
  const [isNew, setNew] = useState(false);
  const mayApprove = useMayCall(configuration.inverterApprovals);
  const navigate = useNavigate();
  return (
    <Page
      actions={
        <Can call={configuration.inverterSetCreate}>
          <Button icon="plus" onClick={() => setNew(true)} variant="primary">
            {t('parameterSet.new')}
          </Button>
        </Can>
      }
      filters={
        <Segments
          label={t('ota.view')}
          // Each view has filters of its own.
          onChange={(next) => void navigate(paths.inverterSets(next === 'sets' ? undefined : next))}
          options={[
            { value: 'sets', label: t('parameterSet.sets') },
            { value: 'runs', label: t('command.title') },
            ...(mayApprove ? [{ value: 'approvals' as const, label: t('command.approvals') }] : []),
          ]}
          value={view}
        />
      }
      title={pageTitle('inverterSet')}
    >
      {view === 'sets' ? <SetTable /> : view === 'runs' ? <RunTable /> : <CommandList state="waiting" />}
      {isNew && <SetDrawer onClose={() => setNew(false)} />}
    </Page>
  );
}
