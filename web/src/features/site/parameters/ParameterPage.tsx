// The reported parameters of a plant's devices, and their changes.
import { configuration } from '@helioport/contract/configuration';
import { site } from '@helioport/contract/site';
import { isUnknownCode } from '@helioport/contract/unknownCode';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { ACCESS_CHECK_MS } from '../../../api/endedAccess.ts';
import { useCall } from '../../../api/query.ts';
import { EmptyState } from '../../../components/base/EmptyState.tsx';
import { FailedState } from '../../../components/base/FailedState.tsx';
import { Page } from '../../../components/base/Page.tsx';
import { Panel } from '../../../components/base/Panel.tsx';
import { Skeleton } from '../../../components/base/Skeleton.tsx';
import { text, urlFields } from '../../../components/base/urlFields.ts';
import { useUrlState } from '../../../components/base/useUrlState.ts';
import { CommandList } from '../../../components/pv/parameters/CommandList.tsx';
import { DeviceParameters } from '../../../components/pv/parameters/DeviceParameters.tsx';
import { nameOf } from '../../../components/pv/parameters/parameterValues.ts';
import { Pager } from '../../../components/table/Pager.tsx';
import type { TableState } from '../../../components/table/tableState.ts';
import { t } from '../../../i18n.ts';
import { paths } from '../../../paths.ts';
import { useMayCall } from '../../../session/Can.tsx';
import { pageTitle } from '../../../session/pageTitle.ts';
import '../../../components/pv/parameters/parameters.css';

const placeSchema = urlFields({ id: text(60) });
const atFirst: TableState = { page: 1, size: 10, sort: '', order: 'asc' };
/** Devices without remote control are listed, up to the maximum of a plant. */
const NAMED = 1000;

export default function ParameterPage(): ReactNode {
  const [{ id }] = useUrlState(placeSchema);
  const [table, setTable] = useState(atFirst);
  const options = { isEnabled: id !== '' } as const;
  const detail = useCall(site.detail, { sid: id }, { ...options, refreshMs: ACCESS_CHECK_MS });
  const remote = useCall(
    configuration.inverterGroupFilter,
    { filters: { sid: id, is_remote: true }, page: { size: table.size, num: table.page - 1 } },
    { ...options, keepsPrevious: true },
  );
  const others = useCall(
    configuration.inverterGroupFilter,
    { filters: { sid: id, is_remote: false }, page: { size: NAMED, num: 0 } },
    { ...options, live: 'none' },
  );
  const maySet = useMayCall(configuration.inverterSetupValue);
  const name = detail.data?.siteName ?? '';
  const crumbs = [
    { title: pageTitle('pvPlant'), to: paths.sites() },
    ...(name === '' ? [] : [{ title: name, to: paths.site(id) }]),
  ];
  // The lists are filtered by the plant: without access to it they are empty.
  const isGone = isUnknownCode(detail.error?.code);
  if (id === '' || isGone || remote.data === undefined || others.data === undefined) {
    const failed = [detail, remote, others].find(({ error }) => error !== null);
    return (
      <Page crumbs={crumbs} title={t('parameter.title')}>
        {id === '' && <EmptyState icon="plant" title={t('site.detail.noId')} />}
        {id !== '' && failed && <FailedState answer={failed} />}
        {id !== '' && !failed && <Skeleton height={480} lines={10} />}
      </Page>
    );
  }
  const mute = others.data.list;
  const isEmpty = remote.data.total === 0 && mute.length === 0;
  return (
    <Page
      crumbs={crumbs}
      sub={<Link to={paths.site(id)}>{t('parameter.back')}</Link>}
      title={name === '' ? t('parameter.title') : `${t('parameter.title')} · ${name}`}
    >
      {isEmpty && <EmptyState hint={t('parameter.noneHint')} icon="device" title={t('parameter.none')} />}
      {remote.data.list.map((device) => (
        <DeviceParameters device={device} key={device.sn} maySet={maySet && device.mayEdit} />
      ))}
      {remote.data.total > atFirst.size && (
        <Pager
          onState={(patch) => setTable((state) => ({ ...state, ...patch }))}
          state={table}
          total={remote.data.total}
        />
      )}
      {mute.length > 0 && (
        <Panel title={t('parameter.notRemote')}>
          <p className="hp-parameter-note">{t('parameter.notRemoteHint')}</p>
          <ul className="hp-parameter-mute">
            {mute.map((device) => (
              <li key={device.sn}>{nameOf(device)}</li>
            ))}
          </ul>
        </Panel>
      )}
      {remote.data.total > 0 && <CommandList sid={id} />}
    </Page>
  );
}
