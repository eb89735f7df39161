import { CASE_VISITS_MAX, cases } from '@helioport/contract/case';
import { fieldRules } from '@helioport/contract/fieldRules';
import { type ReactNode, useState } from 'react';
import { useWrite } from '../../api/query.ts';
import { Button } from '../../components/base/Button.tsx';
import { Panel } from '../../components/base/Panel.tsx';
import { Tag } from '../../components/base/Tag.tsx';
import { ToolButton } from '../../components/base/ToolButton.tsx';
import { DateBox } from '../../components/form/DateBox.tsx';
import { AreaField } from '../../components/form/FormFields.tsx';
import type { CaseDetail } from '../../components/pv/case/caseText.ts';
import { dateText } from '../../components/pv/plantClock.ts';
import { t } from '../../i18n.ts';
import { DraftDialog } from '../../session/DraftDialog.tsx';
import { useDraft } from '../../session/useDraft.ts';
import '../../components/pv/case/case.css';

interface CaseVisitsProps {
  found: CaseDetail;
  mayChange: boolean;
}

/** Visits to the plant, planned and done. */
export function CaseVisits({ found, mayChange }: CaseVisitsProps): ReactNode {
  const { id, visits } = found;
  const [isOpen, setOpen] = useState(false);
  const put = useWrite(cases.visit);
  const remove = useWrite(cases.visitDelete);
  return (
    <Panel
      actions={
        mayChange &&
        visits.length < CASE_VISITS_MAX && (
          <Button onClick={() => setOpen(true)}>{t('case.act.visit')}</Button>
        )
      }
      title={t('case.visits')}
    >
      {visits.length === 0 && <p className="hp-muted">{t('case.noVisits')}</p>}
      <ul className="hp-case-list">
        {visits.map((visit) => {
          const day = dateText(visit.day);
          return (
            <li key={visit.id}>
              <div className="hp-case-item">
                <span className="hp-case-tags">
                  {day}
                  {visit.isDone && (
                    <Tag icon="check" tone="good">
                      {t('case.visit.isDone')}
                    </Tag>
                  )}
                </span>
                {visit.note !== '' && <p>{visit.note}</p>}
                {visit.who !== '' && <span className="hp-muted">{visit.who}</span>}
              </div>
              {mayChange && (
                <span className="hp-case-item-acts">
                  {!visit.isDone && (
                    <Button
                      aria-label={`${t('case.visit.done')}, ${day}`}
                      onClick={() =>
                        put.mutate({
                          id,
                          visitId: visit.id,
                          date: visit.day,
                          note: visit.note,
                          isDone: true,
                        })
                      }
                      isSmall
                    >
                      {t('case.visit.done')}
                    </Button>
                  )}
                  <ToolButton
                    icon="close"
                    label={t('case.visit.delete', { day })}
                    onClick={() => remove.mutate({ id, visitId: visit.id })}
                    size={16}
                  />
                </span>
              )}
            </li>
          );
        })}
      </ul>
      {isOpen && <VisitDialog id={id} onClose={() => setOpen(false)} />}
    </Panel>
  );
}

function VisitDialog({ id, onClose }: { id: number; onClose: () => void }): ReactNode {
  const put = useWrite(cases.visit, { quiet: true });
  const form = useDraft({ date: '', note: '' }, undefined, undefined, fieldRules(cases.visit));
  const { draft, change } = form;
  return (
    <DraftDialog
      done={t('case.step.visit')}
      form={form}
      isReady={draft.date !== ''}
      onClose={onClose}
      submit={t('case.act.visit')}
      title={t('case.act.visit')}
      work={(values) => put.mutateAsync({ id, ...values })}
    >
      <div className="hp-case-date">
        <DateBox label={t('case.visit.date')} onChange={(date) => change({ date })} value={draft.date} />
      </div>
      <AreaField {...form.text('note')} isOptional label={t('case.field.note')} rows={2} />
    </DraftDialog>
  );
}
