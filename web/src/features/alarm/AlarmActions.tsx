// Actions for alarms: one click acknowledges, all others ask for a comment visible to everyone with access to the
// alarm.
import { alarm } from '@helioport/contract/alarm';
import { fieldRules } from '@helioport/contract/fieldRules';
import { type ReactNode, useState } from 'react';
import { useCall, useWrite } from '../../api/query.ts';
import { Button } from '../../components/base/Button.tsx';
import { toast } from '../../components/base/Toaster.tsx';
import { FormDialog } from '../../components/form/FormDialog.tsx';
import { AreaField, ChoiceField } from '../../components/form/FormFields.tsx';
import { numberFormat } from '../../formats.ts';
import { t, type WordKey } from '../../i18n.ts';
import { useDraft } from '../../session/useDraft.ts';
import type { AlarmRow } from './alarmColumns.tsx';

type Act = 'acknowledge' | 'assign' | 'snooze' | 'clear' | 'comment';

const titles: Record<Act, WordKey> = {
  acknowledge: 'alarm.act.acknowledge',
  assign: 'alarm.act.assign',
  snooze: 'alarm.act.snooze',
  clear: 'alarm.act.clear',
  comment: 'alarm.act.comment',
};

const HOURS = [4, 24, 72, 168, 720];

const spanText = (hours: number) =>
  numberFormat({ style: 'unit', unit: hours < 24 ? 'hour' : 'day', unitDisplay: 'long' }).format(
    hours < 24 ? hours : hours / 24,
  );

interface AlarmActionsProps {
  /** At least one; resolved alarms only if there is a single one. */
  alarms: readonly AlarmRow[];
  onDone?: () => void;
}

/** The buttons that apply to these alarms. */
export function AlarmActions({ alarms, onDone }: AlarmActionsProps): ReactNode {
  const [openAction, setOpenAction] = useState<Exclude<Act, 'acknowledge'>>();
  const acknowledge = useWrite(alarm.acknowledge, { refreshes: ['device', 'site'] });
  const acknowledgeNow = () =>
    acknowledge.mutate(
      { alarmIds: alarms.map(({ alarmId }) => alarmId), comment: '' },
      {
        onSuccess: () => {
          toast(t('alarm.step.acknowledged'), 'success');
          onDone?.();
        },
      },
    );
  const isStanding = alarms.every(({ endedAt }) => endedAt === null);
  const acts: Act[] = [
    ...(isStanding && alarms.some(({ state }) => state === 'open') ? (['acknowledge'] as const) : []),
    ...(isStanding ? (['assign', 'snooze'] as const) : []),
    ...(isStanding && alarms.every(({ isSo }) => !isSo) ? (['clear'] as const) : []),
    ...(alarms.length === 1 ? (['comment'] as const) : []),
  ];
  return (
    <div className="hp-alarm-acts">
      {acts.map((act) => (
        <Button
          disabled={act === 'acknowledge' && acknowledge.isPending}
          key={act}
          // One press acknowledges; a comment is added by its own button.
          onClick={() => (act === 'acknowledge' ? acknowledgeNow() : setOpenAction(act))}
          variant={act === 'acknowledge' ? 'primary' : 'secondary'}
        >
          {t(titles[act])}
        </Button>
      ))}
      {openAction && (
        <ActDialog
          act={openAction}
          alarms={alarms}
          onClose={(isDone) => {
            setOpenAction(undefined);
            if (isDone) onDone?.();
          }}
        />
      )}
    </div>
  );
}

interface ActDialogProps {
  act: Exclude<Act, 'acknowledge'>;
  alarms: readonly AlarmRow[];
  onClose: (isDone: boolean) => void;
}

function ActDialog({ act, alarms, onClose }: ActDialogProps): ReactNode {
  const form = useDraft(
    { comment: '', hours: '24', uid: alarms[0]?.assignedUid ?? '' },
    (_draft, wrong) => ({
      comment: act === 'comment' ? wrong.comment && t('alarm.commentNeeded') : undefined,
    }),
    undefined,
    fieldRules(alarm.comment),
  );
  const work = useAct(act, alarms);
  const people = useCall(
    alarm.assignees,
    { alarmId: alarms[0]?.alarmId ?? 0 },
    { isEnabled: act === 'assign', live: 'none' },
  );
  const submit = async () => {
    if (await form.save(work)) onClose(true);
  };
  return (
    <FormDialog
      form={form}
      onClose={() => onClose(false)}
      onSubmit={() => void submit()}
      submit={t(titles[act])}
      title={t(titles[act])}
    >
      {act === 'assign' && (
        <ChoiceField
          {...form.choice('uid')}
          label={t('alarm.field.assigned')}
          nothing={t('alarm.nobody')}
          options={(people.data?.list ?? []).map(({ uid, name }) => ({ value: uid, label: name }))}
        />
      )}
      {act === 'snooze' && (
        <ChoiceField
          {...form.choice('hours')}
          label={t('alarm.howLong')}
          options={[
            ...HOURS.map((hours) => ({ value: String(hours), label: spanText(hours) })),
            ...(alarms.some(({ state }) => state === 'snoozed')
              ? [{ value: '0', label: t('alarm.snoozeEnd') }]
              : []),
          ]}
        />
      )}
      <AreaField {...form.text('comment')} label={t('alarm.act.comment')} rows={3} />
    </FormDialog>
  );
}

function useAct(act: Exclude<Act, 'acknowledge'>, alarms: readonly AlarmRow[]) {
  const refreshes = { quiet: true, refreshes: ['device', 'site'] };
  const assign = useWrite(alarm.assign, refreshes);
  const snooze = useWrite(alarm.snooze, refreshes);
  const clear = useWrite(alarm.clear, refreshes);
  const addComment = useWrite(alarm.comment, refreshes);
  const alarmIds = alarms.map(({ alarmId }) => alarmId);
  return ({ comment, hours, uid }: { comment: string; hours: string; uid: string }): Promise<unknown> => {
    switch (act) {
      case 'assign':
        return assign.mutateAsync({ alarmIds, comment, assigneeUid: uid });
      case 'snooze':
        return snooze.mutateAsync({ alarmIds, comment, hours: Number(hours) });
      case 'clear':
        return clear.mutateAsync({ alarmIds, comment });
      case 'comment':
        return addComment.mutateAsync({ alarmId: alarmIds[0] ?? 0, comment });
    }
  };
}
