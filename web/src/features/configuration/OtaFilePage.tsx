import { configuration } from '@helioport/contract/configuration';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '../../components/base/Button.tsx';
import { Page } from '../../components/base/Page.tsx';
import { choice, urlFields } from '../../components/base/urlFields.ts';
import { useUrlState } from '../../components/base/useUrlState.ts';
import { Segments } from '../../components/form/Segments.tsx';
import { t } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { Can } from '../../session/Can.tsx';
import { pageTitle } from '../../session/pageTitle.ts';
import { CampaignTable } from './CampaignTable.tsx';
import { FirmwareTable } from './FirmwareTable.tsx';

const schema = urlFields({ view: choice(['files', 'campaigns'], 'files') });

/** Firmware versions and campaigns. */
export default function OtaFilePage(): ReactNode {
  const [{ view }] = useUrlState(schema);
  const navigate = useNavigate();
  return (
    <Page
      actions={
        <Can call={configuration.otaCreate}>
          <Button icon="plus" onClick={() => void navigate(paths.otaFileEdit())} variant="primary">
            {t('ota.new')}
          </Button>
        </Can>
      }
      filters={
        <Segments
          label={t('ota.view')}
          // Each view has filters of its own.
          onChange={(next) => void navigate(paths.otaFiles(next === 'campaigns' ? next : undefined))}
          options={[
            { value: 'files', label: t('ota.files') },
            { value: 'campaigns', label: t('ota.campaigns') },
          ]}
          value={view}
        />
      }
      title={pageTitle('otaFile')}
    >
      {view === 'files' ? <FirmwareTable /> : <CampaignTable />}
    </Page>
  );
}
