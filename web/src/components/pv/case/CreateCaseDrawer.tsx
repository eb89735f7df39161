import { cases } from '@helioport/contract/case';
import { fieldRules } from '@helioport/contract/fieldRules';
import { finding } from '@helioport/contract/finding';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useCall, useWrite } from '../../../api/query.ts';
import { t } from '../../../i18n.ts';
import { paths } from '../../../paths.ts';
import { DraftDrawer } from '../../../session/DraftDrawer.tsx';
import { useDraft } from '../../../session/useDraft.ts';
import { CheckField, ChoiceField } from '../../form/FormFields.tsx';
import { type CaseDraft, CaseFields } from './CaseFields.tsx';
import type { CaseSubject } from './CreateCaseButton.tsx';
import { caseNumber } from './caseText.ts';

const OFFERED = 50;

interface CreateCaseDrawerProps {
  about: CaseSubject;
  onClose: () => void;
}

/** Opens a case, or adds the findings and alarms to an active case of the same plant. */
export default function CreateCaseDrawer({ about, onClose }: CreateCaseDrawerProps): ReactNode {
  const { sid, siteName, findingIds = [], alarmIds = [], offersFindings = false } = about;
  const navigate = useNavigate();
  const existing = useCall(
    cases.list,
    { filters: { sid, state: 'active' }, page: { size: OFFERED, num: 0 } },
    { live: 'none' },
  );
  const open = useCall(
    finding.list,
    { filters: { sid, state: 'open', isFault: true }, page: { size: OFFERED, num: 0 } },
    { live: 'none', isEnabled: offersFindings },
  );
  const offered = open.data?.list.filter(({ caseId }) => caseId === null) ?? [];
  // A finding that is in a case by now is not offered, and not sent.
  const chosenOf = (ids: readonly number[]): number[] =>
    offersFindings ? ids.filter((id) => offered.some((one) => one.id === id)) : [...ids];
  const form = useDraft(
    {
      caseId: '',
      title: '',
      assigneeUid: '',
      dueDate: '',
      priority: 'normal' as CaseDraft['priority'],
      note: '',
      findingIds: [...findingIds],
    },
    (draft) =>
      draft.caseId === '' &&
      draft.title.trim() === '' &&
      chosenOf(draft.findingIds).length + alarmIds.length === 0
        ? { title: t('case.titleNeeded') }
        : {},
    `new case ${[sid, ...findingIds, '', ...alarmIds].join(' ')}`,
    fieldRules(cases.create),
  );
  const { draft, change } = form;
  const create = useWrite(cases.create, { quiet: true, refreshes: ['fleet', 'finding', 'alarm'] });
  const addTo = useWrite(cases.items, { quiet: true, refreshes: ['fleet', 'finding', 'alarm'] });
  const isNew = draft.caseId === '';
  const save = async ({ caseId, findingIds: chosen, ...values }: typeof draft): Promise<number> => {
    const items = { findingIds: chosenOf(chosen), alarmIds: [...alarmIds] };
    if (caseId === '') return (await create.mutateAsync({ sid, ...values, ...items })).id;
    await addTo.mutateAsync({ id: Number(caseId), ...items });
    return Number(caseId);
  };
  const active = existing.data?.list.filter(({ mayEdit }) => mayEdit) ?? [];
  return (
    <DraftDrawer
      done={(id) => t(isNew ? 'case.created' : 'case.updated', { name: caseNumber(id) })}
      form={form}
      onClose={onClose}
      onSaved={(id) => navigate(paths.case(id))}
      submit={t(isNew ? 'case.create' : 'case.addTo')}
      title={`${t('case.create')} · ${siteName}`}
      work={save}
    >
      <p className="hp-edit-hint">{t('case.createHint')}</p>
      {active.length > 0 && (
        <ChoiceField
          {...form.choice('caseId')}
          label={t('case.link')}
          nothing={t('case.new')}
          options={active.map(({ id, number, title }) => ({
            value: String(id),
            label: `${number} · ${title}`,
          }))}
        />
      )}
      {offered.length > 0 && (
        <fieldset className="hp-edit-radio">
          <legend>{t('finding.title')}</legend>
          {offered.map(({ id, sentence }) => (
            <CheckField
              isChecked={draft.findingIds.includes(id)}
              key={id}
              label={sentence}
              onChange={(isChosen) =>
                change({
                  findingIds: isChosen
                    ? [...draft.findingIds, id]
                    : draft.findingIds.filter((one) => one !== id),
                })
              }
            />
          ))}
        </fieldset>
      )}
      {isNew && <CaseFields form={form} sid={sid} titleHint={t('case.titleHint')} />}
    </DraftDrawer>
  );
}
