import { configuration } from '@helioport/contract/configuration';
import type { ReactNode } from 'react';
import { useCall } from '../../../api/query.ts';
import { EmptyState } from '../../../components/base/EmptyState.tsx';
import { FailedState } from '../../../components/base/FailedState.tsx';
import { Skeleton } from '../../../components/base/Skeleton.tsx';
import { CommandList } from '../../../components/pv/parameters/CommandList.tsx';
import { DeviceParameters } from '../../../components/pv/parameters/DeviceParameters.tsx';
import { t } from '../../../i18n.ts';
import { useMayCall } from '../../../session/Can.tsx';
import type { DeviceView } from './deviceView.ts';
import '../../../components/pv/parameters/parameters.css';

/** The parameters reported by the device and the commands sent to it; only for devices that accept commands. */
export default function DeviceParametersTab({ device }: { device: DeviceView }): ReactNode {
  const { sid, sn } = device;
  const answer = useCall(configuration.inverterGroupFilter, { filters: { sid, sn } });
  const maySet = useMayCall(configuration.inverterSetupValue);
  if (answer.data === undefined)
    return answer.error ? <FailedState answer={answer} /> : <Skeleton height={320} lines={8} />;
  const found = answer.data.list.find((one) => one.sn === sn);
  if (found === undefined || !found.isRemote)
    return (
      <EmptyState
        hint={t('parameter.notRemoteHint')}
        icon="device"
        title={t(found === undefined ? 'parameter.none' : 'parameter.notRemote')}
      />
    );
  return (
    <>
      <DeviceParameters device={found} maySet={maySet && found.mayEdit} />
      <CommandList sid={sid} sn={sn} />
    </>
  );
}
