import { battery } from '@helioport/contract/battery';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useWrite } from '../../../api/query.ts';
import { t } from '../../../i18n.ts';
import { Panel } from '../../../ui/base/Panel.tsx';
import { toast } from '../../../ui/base/Toaster.tsx';
import { FormRefusal } from '../../../ui/form/EditDrawer.tsx';
import { CheckField, TextField } from '../../../ui/form/FormFields.tsx';
import { useUnsaved } from '../../../ui/form/unsaved.ts';
import {
  draftOf,
  hasRoom,
  newWindow,
  type ScheduleDraft,
  type ToldSchedule,
  wantedOf,
  windowAtHour,
  windowIn,
  windowRefused,
} from './scheduleDraft.ts';
import { WeekGrid } from './WeekGrid.tsx';
import { WindowRow } from './WindowRow.tsx';

interface ScheduleEditorProps {
  sn: string;
  sid: string;
  told: ToldSchedule | null;
}

/** A new schedule: as a week, and as a list of the same windows. */
export function ScheduleEditor({ sn, sid, told }: ScheduleEditorProps): ReactNode {
  const [draft, setDraft] = useState<ScheduleDraft>(() => draftOf(told));
  const [begunFrom, setBegunFrom] = useState(told?.version);
  const [isDirty, setDirty] = useState(false);
  // What the battery follows by now is taken over where nothing typed would be lost.
  if (!isDirty && begunFrom !== told?.version) {
    setBegunFrom(told?.version);
    setDraft(draftOf(told));
  }
  const settle = useUnsaved(isDirty);
  const send = useWrite(battery.hxScheduling, { quiet: true, refreshes: ['configuration'] });
  const { windows, reserve, gridCharging } = draft;
  const refusal = send.error?.message ?? '';
  const refused = refusal === '' ? undefined : windowRefused(draft);
  const set = (patch: Partial<ScheduleDraft>) => {
    setDraft({ ...draft, ...patch });
    setDirty(true);
    // What was refused is not what stands here now.
    if (send.isError) send.reset();
  };
  const choose = (day: number, hour: number) => {
    const there = windowIn(windows, day, hour);
    if (there) document.getElementById(`window-${there.id}`)?.querySelector('input')?.focus();
    else if (hasRoom(draft)) set({ windows: [...windows, windowAtHour(day, hour)] });
  };
  const submit = () =>
    send.mutate(
      { sn, sid, schedule: wantedOf(draft) },
      {
        onSuccess: ({ msg }) => {
          if (msg !== '') return toast(msg, 'error');
          settle();
          setDirty(false);
          toast(t('machine.sent'), 'success');
        },
      },
    );
  return (
    <Panel
      actions={
        <Button disabled={!isDirty} loading={send.isPending} onClick={submit} type="primary">
          {t('machine.send')}
        </Button>
      }
      sub={t('machine.gridHint')}
      title={t('machine.edit')}
    >
      <FormRefusal words={refused ? '' : refusal} />
      <WeekGrid label={t('machine.edit')} onChoose={choose} windows={windows} />
      <div className="hp-windows">
        {windows.length === 0 && <p className="hp-muted">{t('machine.none')}</p>}
        {windows.map((window, i) => (
          <div id={`window-${window.id}`} key={window.id}>
            <WindowRow
              number={i + 1}
              onChange={(next) => set({ windows: windows.map((one) => (one.id === next.id ? next : one)) })}
              onRemove={() => set({ windows: windows.filter(({ id }) => id !== window.id) })}
              refusal={refused?.id === window.id ? refusal : ''}
              window={window}
            />
          </div>
        ))}
        <Button disabled={!hasRoom(draft)} onClick={() => set({ windows: [...windows, newWindow()] })}>
          {t('machine.add')}
        </Button>
        <TextField
          label={t('machine.reserve')}
          maxLength={3}
          onChange={(text) => set({ reserve: text })}
          value={reserve}
        />
        <CheckField
          isChecked={gridCharging}
          label={t('machine.gridCharging')}
          onChange={(isChecked) => set({ gridCharging: isChecked })}
        />
      </div>
    </Panel>
  );
}
