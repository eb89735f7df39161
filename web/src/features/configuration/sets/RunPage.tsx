import { configuration } from '@helioport/contract/configuration';
import type { OutputOf } from '@helioport/contract/endpoint';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { useCall, useWrite } from '../../../api/query.ts';
import { Button } from '../../../components/base/Button.tsx';
import { Facts } from '../../../components/base/Facts.tsx';
import { Page } from '../../../components/base/Page.tsx';
import { Panel } from '../../../components/base/Panel.tsx';
import { RelativeTime } from '../../../components/base/RelativeTime.tsx';
import { Tag } from '../../../components/base/Tag.tsx';
import { toast } from '../../../components/base/Toaster.tsx';
import { formatNumber } from '../../../components/base/time.ts';
import { urlFields, whole } from '../../../components/base/urlFields.ts';
import { useUrlState } from '../../../components/base/useUrlState.ts';
import { ChangeList, changesText } from '../../../components/pv/parameters/ChangeList.tsx';
import { CommandTag } from '../../../components/pv/parameters/CommandTag.tsx';
import { decisionTexts } from '../../../components/pv/parameters/decision.ts';
import { type Column, DataTable } from '../../../components/table/DataTable.tsx';
import { useChosen } from '../../../components/table/RowChoice.tsx';
import { useTableState } from '../../../components/table/tableState.ts';
import { t } from '../../../i18n.ts';
import { paths } from '../../../paths.ts';
import { useMayCall } from '../../../session/Can.tsx';
import { pageTitle } from '../../../session/pageTitle.ts';
import { useServerTable } from '../../../session/useServerTable.ts';
import { ConfirmedBar } from '../ConfirmedBar.tsx';
import { ApproveRun } from './ApproveRun.tsx';
import { BackDialog } from './BackDialog.tsx';
import { countsOf } from './RunTable.tsx';
import './sets.css';
import { sitePlainColumn } from '../../../components/pv/columns.tsx';
import { RUN_EVERY_MS, type Run } from './sets.ts';

const { inverterRunList, inverterRunDevices, inverterRunWithdraw, inverterRunBack } = configuration;
type Row = OutputOf<typeof inverterRunDevices>['list'][number];

const schema = urlFields({ id: whole(0, 1e12, 0) });

/** One run of a parameter set: progress, the result of each device, and the rollback. */
export default function RunPage(): ReactNode {
  const [{ id }] = useUrlState(schema);
  const answer = useCall(
    inverterRunList,
    { filters: { id } },
    { live: 'none', isEnabled: id > 0, refreshMs: RUN_EVERY_MS },
  );
  const choice = useChosen<Row>(
    (row) => row.sn,
    (row) => row.sn,
  );
  const one = answer.data?.list[0];
  return (
    <Page
      actions={one && <Actions chosen={choice.rows.map(({ sn }) => sn)} one={one} />}
      crumbs={[{ title: pageTitle('inverterSet'), to: paths.inverterSets('runs') }]}
      sub={
        one && (
          <>
            {one.backOf !== null && (
              <Link to={paths.inverterRun(one.backOf)}>
                <Tag>{t('parameterSet.isBack')}</Tag>
              </Link>
            )}
            <span>{one.userEmail}</span>
            <RelativeTime at={one.createdAt} />
          </>
        )
      }
      title={one?.name ?? t('parameterSet.one')}
    >
      {one ? (
        <>
          <Panel title={t('campaign.field.progress')}>
            <ConfirmedBar {...one} />
            {one.confirmRefusal && <p className="hp-muted hp-run-refusal">{one.confirmRefusal}</p>}
            <Facts
              facts={countsOf(one).map(({ title, value }) => ({ title, value: formatNumber(value, 0) }))}
            />
          </Panel>
          <Devices choice={choice} id={id} />
        </>
      ) : (
        <Panel answer={answer} empty={{ title: t('ui.unknownTitle'), icon: 'tool' }} height={320}>
          {null}
        </Panel>
      )}
    </Page>
  );
}

function Actions({ one, chosen }: { one: Run; chosen: readonly string[] }): ReactNode {
  const [isGoingBack, setGoingBack] = useState(false);
  const withdraw = useWrite(inverterRunWithdraw);
  const mayGoBack = useMayCall(inverterRunBack);
  const { id, mayConfirm, mayWithdraw } = one;
  return (
    <>
      {mayConfirm && <ApproveRun one={one} />}
      {mayWithdraw && (
        <Button
          isBusy={withdraw.isPending}
          onClick={() =>
            withdraw.mutate({ id }, { onSuccess: () => toast(t('parameterSet.withdrawn'), 'success') })
          }
        >
          {t('parameterSet.withdrawAll')}
        </Button>
      )}
      {mayGoBack && (
        <Button isDanger onClick={() => setGoingBack(true)}>
          {chosen.length === 0
            ? t('parameterSet.back')
            : t('public.labelled', { label: t('parameterSet.back'), value: formatNumber(chosen.length, 0) })}
        </Button>
      )}
      {isGoingBack && <BackDialog onClose={() => setGoingBack(false)} one={one} sn={chosen} />}
    </>
  );
}

function Devices({ id, choice }: { id: number; choice: ReturnType<typeof useChosen<Row>> }): ReactNode {
  const [table, setTable] = useTableState();
  const mayGoBack = useMayCall(inverterRunBack);
  const input = { id, page: { size: table.size, num: table.page - 1 } };
  const listed = useServerTable(inverterRunDevices, input, { table, setTable }, { refreshMs: RUN_EVERY_MS });
  return (
    <section>
      <h2 className="hp-section-title">{t('campaign.devices')}</h2>
      <DataTable
        {...listed}
        {...(mayGoBack ? { choice } : {})}
        columns={columns()}
        empty={{ title: t('campaign.noDevices'), icon: 'lock' }}
        id="parameterSets.run"
        label={t('campaign.devices')}
        rowKey={(row) => row.sn}
      />
    </section>
  );
}

/** Why the device rejected the values, and what users decided. */
const noteOf = (row: Row): string =>
  [row.refusal, ...decisionTexts(row)].filter((words) => words !== '').join(' · ');

const columns = (): Column<Row>[] => [
  {
    key: 'sn',
    title: t('site.field.sn'),
    isFixed: true,
    render: (row) => (
      <>
        <Link to={paths.device(row.sn, 'parameters')}>{row.sn}</Link>{' '}
        <span className="hp-muted">{row.alias}</span>
      </>
    ),
    text: (row) => row.sn,
  },
  sitePlainColumn(),
  {
    key: 'changes',
    title: t('command.what'),
    render: (row) => <ChangeList changes={row.changes} />,
    text: (row) => changesText(row.changes),
  },
  {
    key: 'state',
    title: t('parameterSet.outcome'),
    render: (row) => (
      <>
        <CommandTag command={row} /> {noteOf(row) !== '' && <span className="hp-muted">{noteOf(row)} </span>}
        {row.endedAt !== null && <RelativeTime at={row.endedAt} isInTable />}
      </>
    ),
    text: (row) => `${row.stateTitle} ${noteOf(row)}`.trim(),
  },
];
