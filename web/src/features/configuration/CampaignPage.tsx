import { configuration } from '@helioport/contract/configuration';
import type { OutputOf } from '@helioport/contract/endpoint';
import type { ReactNode } from 'react';
import { useCall, useWrite } from '../../api/query.ts';
import { Button } from '../../components/base/Button.tsx';
import { Facts } from '../../components/base/Facts.tsx';
import { Icon } from '../../components/base/Icon.tsx';
import { Page } from '../../components/base/Page.tsx';
import { Panel } from '../../components/base/Panel.tsx';
import { RelativeTime } from '../../components/base/RelativeTime.tsx';
import { Tag } from '../../components/base/Tag.tsx';
import { formatNumber } from '../../components/base/time.ts';
import { urlFields, whole } from '../../components/base/urlFields.ts';
import { useUrlState } from '../../components/base/useUrlState.ts';
import { type Column, DataTable } from '../../components/table/DataTable.tsx';
import { useTableState } from '../../components/table/tableState.ts';
import { t } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { pageTitle } from '../../session/pageTitle.ts';
import { useServerTable } from '../../session/useServerTable.ts';
import { ConfirmedBar } from './ConfirmedBar.tsx';
import './configuration.css';
import { sitePlainColumn, textColumn, timeColumn } from '../../components/pv/columns.tsx';
import { CAMPAIGN_EVERY_MS, type Campaign, toneOf } from './ota.ts';

const { otaCampaignList, otaCampaignDevices, otaCampaignStop, otaCampaignResume } = configuration;
type Row = OutputOf<typeof otaCampaignDevices>['list'][number];

const schema = urlFields({ id: whole(0, 1e12, 0) });

/** One campaign: progress, reason of a stop, and the result of each device. */
export default function CampaignPage(): ReactNode {
  const [{ id }] = useUrlState(schema);
  const answer = useCall(
    otaCampaignList,
    { filters: { id } },
    { live: 'none', isEnabled: id > 0, refreshMs: CAMPAIGN_EVERY_MS },
  );
  const one = answer.data?.list[0];
  return (
    <Page
      actions={one?.mayChange && <Actions one={one} />}
      crumbs={[{ title: pageTitle('otaFile'), to: paths.otaFiles('campaigns') }]}
      sub={
        one && (
          <>
            <Tag tone={toneOf(one.state)}>{one.stateTitle}</Tag>
            <span>
              {one.modelTitle} {one.versionName}
            </span>
            <RelativeTime at={one.createdAt} />
          </>
        )
      }
      title={one?.name ?? t('campaign.one')}
    >
      {one ? (
        <>
          {one.stopReason !== '' && (
            <p className="hp-campaign-stop" role="status">
              <Icon name="alert" size={18} /> {one.stopReason}
            </p>
          )}
          <Panel title={t('campaign.field.progress')}>
            <ConfirmedBar {...one} />
            <Facts facts={countsOf(one)} />
          </Panel>
          <Devices id={id} />
          <Panel title={t('campaign.rules')}>
            <Facts facts={rulesOf(one)} />
          </Panel>
        </>
      ) : (
        <Panel answer={answer} empty={{ title: t('ui.unknownTitle'), icon: 'signal' }} height={320}>
          {null}
        </Panel>
      )}
    </Page>
  );
}

function Actions({ one }: { one: Campaign }): ReactNode {
  const stop = useWrite(otaCampaignStop);
  const resume = useWrite(otaCampaignResume);
  if (one.state === 'running')
    return (
      <Button isDanger isBusy={stop.isPending} onClick={() => stop.mutate({ id: one.id })}>
        {t('campaign.stopNow')}
      </Button>
    );
  if (one.state !== 'stopped') return null;
  return (
    <Button
      isBusy={resume.isPending}
      onClick={() => resume.mutate({ id: one.id })}
      title={t('campaign.resumeHint')}
    >
      {t('campaign.resumeNow')}
    </Button>
  );
}

const number = (value: number) => formatNumber(value, 0);

const countsOf = ({ counts }: Campaign) => [
  { title: t('campaign.device.queued'), value: number(counts.queued) },
  { title: t('campaign.device.sent'), value: number(counts.sent) },
  { title: t('campaign.device.running'), value: number(counts.running) },
  { title: t('campaign.device.confirmed'), value: number(counts.confirmed) },
  { title: t('campaign.device.failed'), value: number(counts.failed) },
  { title: t('campaign.device.postponed'), value: number(counts.postponed) },
];

const rulesOf = (one: Campaign) => [
  { title: t('campaign.field.canaries'), value: number(one.canaries) },
  { title: t('campaign.field.wait'), value: number(one.waitMinutes) },
  { title: t('campaign.field.batch'), value: number(one.batch) },
  { title: t('campaign.field.maxFailures'), value: number(one.maxFailures) },
  { title: t('campaign.field.powerDrop'), value: number(one.powerDrop) },
];

function Devices({ id }: { id: number }): ReactNode {
  const [table, setTable] = useTableState();
  const input = { id, page: { size: table.size, num: table.page - 1 } };
  const listed = useServerTable(
    otaCampaignDevices,
    input,
    { table, setTable },
    { refreshMs: CAMPAIGN_EVERY_MS },
  );
  return (
    <section>
      <h2 className="hp-section-title">{t('campaign.devices')}</h2>
      <DataTable
        {...listed}
        columns={columns()}
        empty={{ title: t('campaign.noDevices'), icon: 'lock' }}
        id="ota.campaign.devices"
        label={t('campaign.devices')}
        rowKey={(row) => row.sn}
      />
    </section>
  );
}

const stateText = ({ stateTitle, percent }: Row): string =>
  percent === null ? stateTitle : `${stateTitle} · ${number(percent)} %`;

const columns = (): Column<Row>[] => [
  {
    key: 'sn',
    title: t('site.field.sn'),
    isFixed: true,
    render: (row) => (
      <>
        {row.sn} {row.isCanary && <Tag>{t('campaign.first')}</Tag>}
      </>
    ),
    text: (row) => row.sn,
  },
  sitePlainColumn(),
  {
    key: 'state',
    title: t('campaign.field.state'),
    render: (row) => (
      <>
        <Tag tone={toneOf(row.state)}>{stateText(row)}</Tag>{' '}
        {row.reason !== '' && <span className="hp-muted">{row.reason}</span>}
        {row.postponedUntil !== null && <RelativeTime at={row.postponedUntil} isInTable />}
      </>
    ),
    text: (row) => `${stateText(row)} ${row.reason}`.trim(),
  },
  textColumn('versionBefore', t('campaign.before')),
  textColumn('versionNow', t('ota.runs')),
  timeColumn('sentAt', t('campaign.sent')),
];
