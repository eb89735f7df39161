import { battery } from '@helioport/contract/battery';
import type { ReactNode } from 'react';
import { useCall } from '../../../api/query.ts';
import { Facts } from '../../../components/base/Facts.tsx';
import { FailedState } from '../../../components/base/FailedState.tsx';
import { Panel } from '../../../components/base/Panel.tsx';
import { RelativeTime } from '../../../components/base/RelativeTime.tsx';
import { Skeleton } from '../../../components/base/Skeleton.tsx';
import { formatNumber } from '../../../components/base/time.ts';
import { CommandList } from '../../../components/pv/parameters/CommandList.tsx';
import { t } from '../../../i18n.ts';
import { useMayCall } from '../../../session/Can.tsx';
import type { DeviceView } from '../detail/deviceView.ts';
import { ScheduleEditor } from './ScheduleEditor.tsx';
import { WeekGrid } from './WeekGrid.tsx';
import './machine.css';
import '../../../components/pv/parameters/parameters.css';

/** The schedule that the battery reports, and a form for a new one. */
export default function ScheduleTab({ device }: { device: DeviceView }): ReactNode {
  const { sn, sid } = device;
  const answer = useCall(battery.hxParamsView, { sn, sid }, { refreshMs: 60_000 });
  const maySet = useMayCall(battery.hxScheduling);
  if (answer.data === undefined)
    return answer.error ? <FailedState answer={answer} /> : <Skeleton height={420} lines={9} />;
  const { schedule, isRemote, mayEdit, timezone, sn: listener } = answer.data;
  return (
    <div className="hp-machine-stack">
      <Panel
        answer={answer}
        empty={
          schedule === null && {
            title: t('machine.scheduleNever'),
            hint: t(isRemote ? 'machine.scheduleNeverHint' : 'parameter.notRemoteHint'),
            icon: 'battery',
          }
        }
        sub={schedule && <RelativeTime at={schedule.readAt} timeZone={timezone} />}
        title={t('machine.scheduleNow')}
      >
        {schedule && (
          <>
            <WeekGrid label={t('machine.week')} windows={schedule.windows} />
            <Facts
              facts={[
                { title: t('machine.reserve'), value: formatNumber(schedule.reserve, 0) },
                {
                  title: t('machine.gridCharging'),
                  value: t(schedule.gridCharging ? 'machine.yes' : 'machine.no'),
                },
                { title: t('machine.version'), value: schedule.version },
              ]}
            />
          </>
        )}
      </Panel>
      {isRemote && maySet && mayEdit && <ScheduleEditor key={sn} sid={sid} sn={sn} reported={schedule} />}
      {isRemote && <CommandList sid={sid} sn={listener} />}
    </div>
  );
}
