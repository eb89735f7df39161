import { battery } from '@helioport/contract/battery';
import { type ReactNode, useState } from 'react';
import { CallFailure } from '../../../api/failure.ts';
import { useWrite } from '../../../api/query.ts';
import { Button } from '../../../components/base/Button.tsx';
import { Panel } from '../../../components/base/Panel.tsx';
import { toast } from '../../../components/base/Toaster.tsx';
import { CheckField, TextField } from '../../../components/form/FormFields.tsx';
import { FormRefusal, RestoredNote } from '../../../components/form/FormNotes.tsx';
import { t } from '../../../i18n.ts';
import { useDraft } from '../../../session/useDraft.ts';
import {
  canAddWindow,
  draftOf,
  newWindow,
  type ReportedSchedule,
  type ScheduleDraft,
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
  reported: ReportedSchedule | null;
}

/** A new schedule: as a week, and as a list of the same windows. */
export function ScheduleEditor({ sn, sid, reported }: ScheduleEditorProps): ReactNode {
  const form = useDraft<ScheduleDraft>(draftOf(reported), undefined, `schedule/${sn}`);
  const { draft, refusal, change, isDirty } = form;
  const [begunFrom, setBegunFrom] = useState(reported?.version);
  // Adopts the schedule that the battery now follows, unless that would discard input.
  if (!isDirty && begunFrom !== reported?.version) {
    setBegunFrom(reported?.version);
    form.begin(draftOf(reported));
  }
  const send = useWrite(battery.hxScheduling, { quiet: true, refreshes: ['configuration'] });
  const { windows, reserve, gridCharging } = draft;
  const refused = refusal === '' ? undefined : windowRefused(draft);
  const choose = (day: number, hour: number) => {
    const there = windowIn(windows, day, hour);
    if (there) document.getElementById(`window-${there.id}`)?.querySelector('input')?.focus();
    else if (canAddWindow(draft)) change({ windows: [...windows, windowAtHour(windows, day, hour)] });
  };
  const submit = async () => {
    const isSent = await form.save(async (wanted) => {
      const { msg } = await send.mutateAsync({ sn, sid, schedule: wantedOf(wanted) });
      if (msg !== '') throw new CallFailure({ message: msg });
    });
    if (isSent) toast(t('machine.sent'), 'success');
  };
  return (
    <Panel
      actions={
        <Button disabled={!isDirty} isBusy={form.isBusy} onClick={() => void submit()} variant="primary">
          {t('machine.send')}
        </Button>
      }
      sub={t('machine.gridHint')}
      title={t('machine.edit')}
    >
      <RestoredNote onDrop={form.dropRestored} />
      <FormRefusal words={refused ? '' : refusal} />
      <WeekGrid label={t('machine.edit')} onChoose={choose} windows={windows} />
      <div className="hp-time-windows">
        {windows.length === 0 && <p className="hp-muted">{t('machine.none')}</p>}
        {windows.map((window, i) => (
          <div id={`window-${window.id}`} key={window.id}>
            <WindowRow
              number={i + 1}
              onChange={(next) =>
                change({ windows: windows.map((one) => (one.id === next.id ? next : one)) })
              }
              onRemove={() => change({ windows: windows.filter(({ id }) => id !== window.id) })}
              refusal={refused?.id === window.id ? refusal : ''}
              window={window}
            />
          </div>
        ))}
        <Button
          disabled={!canAddWindow(draft)}
          onClick={() => change({ windows: [...windows, newWindow(windows)] })}
        >
          {t('machine.add')}
        </Button>
        <TextField
          label={t('machine.reserve')}
          maxLength={3}
          onChange={(text) => change({ reserve: text })}
          value={reserve}
        />
        <CheckField
          isChecked={gridCharging}
          label={t('machine.gridCharging')}
          onChange={(isChecked) => change({ gridCharging: isChecked })}
        />
      </div>
    </Panel>
  );
}
