import { cases } from '@helioport/contract/case';
import { fieldRules } from '@helioport/contract/fieldRules';
import type { ReactNode } from 'react';
import { useWrite } from '../../api/query.ts';
import { Button } from '../../components/base/Button.tsx';
import { Panel } from '../../components/base/Panel.tsx';
import { formatInstant } from '../../components/base/time.ts';
import { DraftForm } from '../../components/form/DraftForm.tsx';
import { AreaField } from '../../components/form/FormFields.tsx';
import { FormRefusal } from '../../components/form/FormNotes.tsx';
import { type CaseDetail, caseOutcomeText, casePriorityText } from '../../components/pv/case/caseText.ts';
import { dateText } from '../../components/pv/plantClock.ts';
import { t, wordsFor } from '../../i18n.ts';
import { useDraft } from '../../session/useDraft.ts';

interface CaseHistoryProps {
  found: CaseDetail;
  mayChange: boolean;
}

/** Everything that happened to the case, the newest first, below a field for a comment. */
export function CaseHistory({ found, mayChange }: CaseHistoryProps): ReactNode {
  return (
    <Panel title={t('alarm.steps')}>
      {mayChange && <CommentForm id={found.id} />}
      <ol className="hp-case-list">
        {found.steps.toReversed().map((step) => (
          <li key={step.id}>
            <div className="hp-case-item">
              <span>{stepText(step)}</span>
              {step.comment !== '' && <p>{step.comment}</p>}
              <span className="hp-muted">
                {[formatInstant(step.at, found.timezone), step.isByPerson ? step.who : t('changeLog.machine')]
                  .filter((part) => part !== '')
                  .join(' · ')}
              </span>
            </div>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

function CommentForm({ id }: { id: number }): ReactNode {
  const add = useWrite(cases.comment, { quiet: true });
  const form = useDraft(
    { comment: '' },
    (_draft, wrong) => ({ comment: wrong.comment && t('alarm.commentNeeded') }),
    `case comment ${id}`,
    fieldRules(cases.comment),
  );
  const submit = async () => {
    if (await form.save(({ comment }) => add.mutateAsync({ id, comment }))) form.begin({ comment: '' });
  };
  return (
    <DraftForm className="hp-case-comment" form={form} onSubmit={() => void submit()}>
      <FormRefusal words={form.refusal} />
      <AreaField {...form.text('comment')} label={t('alarm.act.comment')} rows={2} />
      <Button disabled={form.draft.comment.trim() === ''} type="submit" isBusy={form.isBusy}>
        {t('case.act.comment')}
      </Button>
    </DraftForm>
  );
}

type Step = CaseDetail['steps'][number];

function stepText({ step, detail }: Step): string {
  const text = (key: string): string => String(detail[key] ?? '');
  if (step === 'assigned')
    return text('assignee') === ''
      ? t('alarm.step.unassigned')
      : t('alarm.step.assigned', { name: text('assignee') });
  const isDone = step === 'visit' && detail.done === 1;
  const words = isDone ? t('case.step.visitDone') : wordsFor(`case.step.${step}`, step);
  const more =
    step === 'changed'
      ? changesText(detail)
      : step === 'closed'
        ? wordsOfOutcome(text('outcome'))
        : step === 'visit' && text('day') !== ''
          ? dateText(text('day'))
          : '';
  return more === '' ? words : t('public.labelled', { label: words, value: more });
}

const wordsOfOutcome = (outcome: string): string =>
  outcome === '' ? '' : caseOutcomeText(outcome as NonNullable<CaseDetail['outcome']>);

const fieldKeys: Readonly<Record<string, string>> = {
  title: 'case.field.title',
  note: 'case.field.note',
  priority: 'case.field.priority',
  dueDay: 'case.field.due',
  warrantyUntil: 'case.field.warranty',
  warrantyNote: 'case.field.warrantyNote',
};

/** "Due date Nov 30, 2026, Priority High": the fields that changed, with their new values. */
function changesText(detail: Step['detail']): string {
  return Object.entries(detail)
    .map(([key, value]) => {
      const name = wordsFor(fieldKeys[key] ?? key, key);
      if (value === null || value === '') return name;
      const isDay = key === 'dueDay' || key === 'warrantyUntil';
      const shown =
        key === 'priority'
          ? casePriorityText(value as CaseDetail['priority'])
          : isDay && /^\d{4}-\d{2}-\d{2}$/.test(String(value))
            ? dateText(String(value))
            : String(value);
      return `${name} ${shown}`;
    })
    .join(', ');
}
