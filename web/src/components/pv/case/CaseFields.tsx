// The fields that creating and editing a case have in common.
import { casePriorities, cases } from '@helioport/contract/case';
import type { ReactNode } from 'react';
import { useCall } from '../../../api/query.ts';
import { t } from '../../../i18n.ts';
import type { Draft } from '../../../session/useDraft.ts';
import { DateBox } from '../../form/DateBox.tsx';
import { AreaField, ChoiceField, TextField } from '../../form/FormFields.tsx';
import { type CaseRow, casePriorityText } from './caseText.ts';
import './case.css';

export interface CaseDraft {
  title: string;
  assigneeUid: string;
  dueDate: string;
  priority: CaseRow['priority'];
  note: string;
}

interface CaseFieldsProps {
  sid: string;
  form: Draft<CaseDraft>;
  titleHint?: string;
  /** The present assignee. */
  assigned?: { uid: string; name: string };
}

export function CaseFields({ sid, form, titleHint, assigned }: CaseFieldsProps): ReactNode {
  const { draft, change } = form;
  return (
    <>
      <TextField
        {...form.text('title')}
        {...(titleHint === undefined ? {} : { hint: titleHint })}
        label={t('case.field.title')}
      />
      <AssigneeField
        {...(assigned === undefined ? {} : { current: assigned })}
        onChange={(assigneeUid) => change({ assigneeUid })}
        sid={sid}
        value={draft.assigneeUid}
      />
      <div className="hp-case-date">
        <DateBox
          label={t('case.field.due')}
          onChange={(dueDate) => change({ dueDate })}
          value={draft.dueDate}
        />
      </div>
      <ChoiceField
        {...form.choice('priority')}
        label={t('case.field.priority')}
        options={casePriorities.map((value) => ({ value, label: casePriorityText(value) }))}
      />
      <AreaField {...form.text('note')} isOptional label={t('case.field.note')} rows={3} />
    </>
  );
}

interface AssigneeFieldProps {
  sid: string;
  value: string;
  onChange: (uid: string) => void;
  /** The present assignee, included even if no longer selectable. */
  current?: { uid: string; name: string };
}

/** Users to whom a case of the plant can be assigned. */
export function AssigneeField({ sid, value, onChange, current }: AssigneeFieldProps): ReactNode {
  const people = useCall(cases.assignees, { sid }, { live: 'none' });
  const known = people.data?.list ?? [];
  const isOther =
    current !== undefined && current.uid !== '' && !known.some(({ uid }) => uid === current.uid);
  return (
    <ChoiceField
      label={t('alarm.field.assigned')}
      nothing={t('alarm.nobody')}
      onChange={onChange}
      options={[...(isOther ? [current] : []), ...known].map(({ uid, name }) => ({
        value: uid,
        label: name || uid,
      }))}
      value={value}
    />
  );
}
