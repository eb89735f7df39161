import { configuration } from '@helioport/contract/configuration';
import { campaignStates } from '@helioport/domain/campaigns';
import { type ReactNode, useCallback } from 'react';
import { Link } from 'react-router';
import { Tag } from '../../components/base/Tag.tsx';
import { choice, text, urlFields } from '../../components/base/urlFields.ts';
import { SearchBox } from '../../components/form/SearchBox.tsx';
import { SelectBox } from '../../components/form/SelectBox.tsx';
import { timeColumn } from '../../components/pv/columns.tsx';
import { type Column, DataTable } from '../../components/table/DataTable.tsx';
import { noMatch } from '../../components/table/noMatch.tsx';
import { useFilteredTable } from '../../components/table/tableState.ts';
import { t } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { useServerTable } from '../../session/useServerTable.ts';
import { ConfirmedBar } from './ConfirmedBar.tsx';
import { CAMPAIGN_EVERY_MS, type Campaign, toneOf } from './ota.ts';

const { otaCampaignList: list } = configuration;
const schema = urlFields({ q: text(100), state: choice(['', ...campaignStates], '') });

/** The list of firmware campaigns. */
export function CampaignTable(): ReactNode {
  const { filters, filterBy, table, setTable } = useFilteredTable(schema);
  const { q, state } = filters;
  const input = {
    filters: { keywords: q, state },
    page: { size: table.size, num: table.page - 1 },
  };
  const listed = useServerTable(list, input, { table, setTable }, { refreshMs: CAMPAIGN_EVERY_MS });
  const search = useCallback((typed: string) => filterBy({ q: typed }), [filterBy]);
  return (
    <DataTable
      {...listed}
      columns={columns()}
      empty={
        q !== '' || state !== ''
          ? noMatch(t('campaign.noMatch'), () => filterBy({ q: '', state: '' }))
          : { title: t('campaign.none'), hint: t('campaign.noneHint'), icon: 'signal' }
      }
      id="ota.campaigns"
      label={t('ota.campaigns')}
      rowKey={(row) => String(row.id)}
      toolbar={
        <>
          <SearchBox label={t('campaign.search')} onChange={search} value={q} />
          <SelectBox
            any={t('campaign.anyState')}
            label={t('campaign.field.state')}
            onChange={(chosen) => filterBy({ state: chosen as typeof state })}
            options={[
              { value: 'running', label: t('campaign.state.running') },
              { value: 'stopped', label: t('campaign.state.stopped') },
              { value: 'done', label: t('campaign.state.done') },
            ]}
            value={state}
          />
        </>
      }
    />
  );
}

const columns = (): Column<Campaign>[] => [
  {
    key: 'name',
    title: t('campaign.field.name'),
    isFixed: true,
    render: (row) => <Link to={paths.otaCampaign(row.id)}>{row.name}</Link>,
    text: (row) => row.name,
  },
  {
    key: 'firmware',
    title: t('ota.one'),
    text: (row) => `${row.modelTitle} ${row.versionName}`,
  },
  {
    key: 'state',
    title: t('campaign.field.state'),
    render: (row) => <Tag tone={toneOf(row.state)}>{row.stateTitle}</Tag>,
    text: (row) => `${row.stateTitle} ${row.stopReason}`.trim(),
  },
  {
    key: 'progress',
    title: t('campaign.field.progress'),
    render: (row) => <ConfirmedBar {...row} />,
    text: (row) => `${row.counts.confirmed}/${row.total}`,
  },
  timeColumn('createdAt', t('campaign.field.begun')),
];
