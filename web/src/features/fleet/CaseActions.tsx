// Actions of a case. Frequent ones are buttons; each asks for its inputs in a short form.
import { cases } from '@helioport/contract/case';
import { fieldRules } from '@helioport/contract/fieldRules';
import { type ReactNode, useState } from 'react';
import { useWrite } from '../../api/query.ts';
import { Button } from '../../components/base/Button.tsx';
import { DateBox } from '../../components/form/DateBox.tsx';
import { AreaField, RadioField, TextField } from '../../components/form/FormFields.tsx';
import { AssigneeField, CaseFields } from '../../components/pv/case/CaseFields.tsx';
import { type CaseDetail, caseOutcomeText } from '../../components/pv/case/caseText.ts';
import { t, type WordKey } from '../../i18n.ts';
import { DraftDialog } from '../../session/DraftDialog.tsx';
import { DraftDrawer } from '../../session/DraftDrawer.tsx';
import { useDraft } from '../../session/useDraft.ts';
import '../../components/pv/case/case.css';

type Act = 'assign' | 'repaired' | 'close' | 'reopen';

const titles: Record<Act, WordKey> = {
  assign: 'alarm.act.assign',
  repaired: 'case.act.repaired',
  close: 'case.act.close',
  reopen: 'case.act.reopen',
};

const hints: Partial<Record<Act, WordKey>> = {
  repaired: 'case.repairedHint',
  close: 'case.closeHint',
};

const outcomes = ['byHand', 'noFault', 'duplicate'] as const;

export function CaseActions({ found }: { found: CaseDetail }): ReactNode {
  const [openAction, setOpenAction] = useState<Act | 'edit'>();
  const acts: Act[] =
    found.state === 'closed'
      ? ['reopen']
      : ['assign', ...(found.state === 'verifying' ? [] : (['repaired'] as const)), 'close'];
  const main = found.state === 'closed' ? 'reopen' : 'repaired';
  return (
    <>
      {found.state !== 'closed' && <Button onClick={() => setOpenAction('edit')}>{t('form.edit')}</Button>}
      {acts.map((act) => (
        <Button key={act} onClick={() => setOpenAction(act)} variant={act === main ? 'primary' : 'secondary'}>
          {t(titles[act])}
        </Button>
      ))}
      {openAction === 'edit' && <CaseDrawer found={found} onClose={() => setOpenAction(undefined)} />}
      {openAction !== undefined && openAction !== 'edit' && (
        <ActDialog act={openAction} found={found} onClose={() => setOpenAction(undefined)} />
      )}
    </>
  );
}

interface ActDialogProps {
  act: Act;
  found: CaseDetail;
  onClose: () => void;
}

function ActDialog({ act, found, onClose }: ActDialogProps): ReactNode {
  const form = useDraft<ActDraft>(
    { comment: '', uid: found.assignedUid, outcome: 'byHand' },
    undefined,
    undefined,
    fieldRules(cases.update),
  );
  const work = useAct(act, found.id);
  const hint = hints[act];
  return (
    <DraftDialog
      done={t('case.updated', { name: found.number })}
      form={form}
      onClose={onClose}
      submit={t(titles[act])}
      title={`${t(titles[act])} · ${found.number}`}
      work={work}
    >
      {hint && <p className="hp-edit-hint">{t(hint)}</p>}
      {act === 'assign' && (
        <AssigneeField
          current={{ uid: found.assignedUid, name: found.assignedName }}
          onChange={(uid) => form.change({ uid })}
          sid={found.sid}
          value={form.draft.uid}
        />
      )}
      {act === 'close' && (
        <RadioField
          {...form.field('outcome')}
          label={t('case.field.outcome')}
          options={outcomes.map((value) => ({ value, label: caseOutcomeText(value) }))}
        />
      )}
      <AreaField {...form.text('comment')} isOptional label={t('alarm.act.comment')} rows={3} />
    </DraftDialog>
  );
}

interface ActDraft {
  comment: string;
  uid: string;
  outcome: (typeof outcomes)[number];
}

function useAct(act: Act, id: number) {
  const refreshes = { quiet: true, refreshes: ['fleet', 'finding'] };
  const update = useWrite(cases.update, refreshes);
  const repaired = useWrite(cases.repaired, refreshes);
  const close = useWrite(cases.close, refreshes);
  const reopen = useWrite(cases.reopen, refreshes);
  return ({ comment, uid, outcome }: ActDraft): Promise<unknown> => {
    switch (act) {
      case 'assign':
        return update.mutateAsync({ id, comment, assigneeUid: uid });
      case 'repaired':
        return repaired.mutateAsync({ id, comment });
      case 'close':
        return close.mutateAsync({ id, comment, outcome });
      case 'reopen':
        return reopen.mutateAsync({ id, comment });
    }
  };
}

/** Everything that is planned for the case, with its warranty. */
function CaseDrawer({ found, onClose }: { found: CaseDetail; onClose: () => void }): ReactNode {
  const update = useWrite(cases.update, { quiet: true, refreshes: ['fleet'] });
  const form = useDraft(
    {
      title: found.title,
      assigneeUid: found.assignedUid,
      dueDate: found.dueDay ?? '',
      priority: found.priority,
      note: found.note,
      warrantyUntil: found.warrantyUntil ?? '',
      warrantyNote: found.warrantyNote,
    },
    ({ title }) => (title.trim() === '' ? { title: t('case.titleNeeded') } : {}),
    `case ${found.id}`,
    fieldRules(cases.update),
  );
  const { draft, change } = form;
  return (
    <DraftDrawer
      done={t('case.updated', { name: found.number })}
      form={form}
      onClose={onClose}
      submit={t('form.save')}
      title={t('form.editNamed', { name: found.number })}
      work={({ assigneeUid, ...values }) =>
        update.mutateAsync({
          id: found.id,
          ...values,
          // An assignee who can no longer be selected stays unless another one is selected.
          ...(assigneeUid === found.assignedUid ? {} : { assigneeUid }),
        })
      }
    >
      <CaseFields
        assigned={{ uid: found.assignedUid, name: found.assignedName }}
        form={form}
        sid={found.sid}
      />
      <div className="hp-case-date">
        <DateBox
          label={t('case.field.warranty')}
          onChange={(warrantyUntil) => change({ warrantyUntil })}
          value={draft.warrantyUntil}
        />
      </div>
      <TextField
        {...form.text('warrantyNote')}
        hint={t('case.warrantyHint')}
        isOptional
        label={t('case.field.warrantyNote')}
      />
    </DraftDrawer>
  );
}
