// Issues or revokes many serial numbers: a range, a spreadsheet or all that match the filters. What would change is shown
// before anything changes.

import { fieldRules } from '@helioport/contract/fieldRules';
import { product } from '@helioport/contract/product';
import { type ReactNode, useState } from 'react';
import { useWrite } from '../../api/query.ts';
import { formatNumber } from '../../components/base/time.ts';
import { RadioField, TextField } from '../../components/form/FormFields.tsx';
import { RemoteField } from '../../components/form/RemoteField.tsx';
import { t } from '../../i18n.ts';
import { useCompanyChoices } from '../../session/remoteChoices.ts';
import { saveDraft } from '../../session/saveDraft.ts';
import { useSession } from '../../session/session.ts';
import { type Draft, useDraft } from '../../session/useDraft.ts';
import { ChangePreview } from './ChangePreview.tsx';
import { PreviewDialog } from './PreviewDialog.tsx';
import { SheetField, sheetError } from './SheetField.tsx';
import { type ChangedMany, type Filters, filtersInput } from './serials.ts';

interface IssueDraft {
  task: 'issue' | 'revoke';
  way: 'range' | 'sheet' | 'matching';
  from: string;
  to: string;
  company: string;
}

interface IssueDialogProps {
  filters: Filters;
  /** How many serial numbers match the filters. */
  total: number;
  /** True: initially all matching serial numbers are selected. */
  isMatching: boolean;
  onClose: () => void;
}

export function IssueDialog({ filters, total, isMatching, onClose }: IssueDialogProps): ReactNode {
  const [file, setFile] = useState<File>();
  const [hasHead, setHasHead] = useState<boolean>();
  const [looked, setLooked] = useState<ChangedMany>();
  // Operators may issue to no company of the portal; a company names one below it.
  const isOperator = useSession(({ info }) => info.scope === 'all');
  const start: IssueDraft = {
    task: 'issue',
    way: isMatching ? 'matching' : 'range',
    from: '',
    to: '',
    company: '',
  };
  const form = useDraft(
    start,
    (draft) => errorsOf(draft, file, isOperator),
    undefined,
    fieldRules(product.snIssueMany),
  );
  const many = useWrite(product.snIssueMany, { quiet: true });
  const sheet = useWrite(product.snIssueSheet, { quiet: true });
  const issue = async (
    { task, way, from, to, company }: IssueDraft,
    isTrial: boolean,
    head = hasHead,
  ): Promise<ChangedMany> => {
    const order = { isIssued: task === 'issue', companyId: Number(company || 0), isTrial };
    if (way === 'sheet' && file)
      return await sheet.mutateAsync({ ...order, file, ...(head === undefined ? {} : { hasHead: head }) });
    if (way === 'matching')
      return await many.mutateAsync({ ...order, isMatching: true, filters: filtersInput(filters) });
    return await many.mutateAsync({ ...order, from, to });
  };
  const look = (head?: boolean) =>
    form.save(async (draft) => {
      setLooked(await issue(draft, true, head));
    });
  const apply = () =>
    saveDraft({
      form,
      onClose,
      work: (draft) => issue(draft, false),
      done: ({ changed }) => t('serial.many.done', { count: changed }),
    });
  return (
    <PreviewDialog
      apply={{
        label: t('serial.many.apply'),
        isPossible: looked !== undefined && looked.changed > 0,
        onClick: apply,
      }}
      form={form}
      look={{ label: t('serial.many.check'), onClick: () => look() }}
      onBack={() => setLooked(undefined)}
      onClose={onClose}
      preview={
        looked && (
          <ChangePreview
            looked={looked}
            onHead={(head) => {
              setHasHead(head);
              void look(head);
            }}
          />
        )
      }
      title={t('serial.many.open')}
      width={640}
    >
      <IssueFields file={file} form={form} isOperator={isOperator} onFile={setFile} total={total} />
    </PreviewDialog>
  );
}

function errorsOf({ task, way, from, to, company }: IssueDraft, file: File | undefined, isOperator: boolean) {
  const needed = t('login.required');
  return {
    from: way === 'range' && from.trim() === '' ? needed : undefined,
    to: way === 'range' && to.trim() === '' ? needed : undefined,
    file: way === 'sheet' ? sheetError(file) : undefined,
    company: task === 'issue' && company === '' && !isOperator ? needed : undefined,
  };
}

interface IssueFieldsProps {
  form: Draft<IssueDraft>;
  file: File | undefined;
  onFile: (file: File) => void;
  total: number;
  isOperator: boolean;
}

function IssueFields({ form, file, onFile, total, isOperator }: IssueFieldsProps): ReactNode {
  const { draft, change, errors } = form;
  const choices = useCompanyChoices([], draft.task === 'issue');
  return (
    <>
      <RadioField
        {...form.field('task')}
        label={t('serial.many.task')}
        options={[
          { value: 'issue', label: t('serial.many.issue') },
          { value: 'revoke', label: t('serial.many.revoke') },
        ]}
      />
      <RadioField
        {...form.field('way')}
        label={t('serial.enter.way')}
        options={[
          { value: 'range', label: t('serial.enter.range') },
          { value: 'sheet', label: t('serial.enter.sheet') },
          { value: 'matching', label: t('serial.many.matching', { count: formatNumber(total, 0) }) },
        ]}
      />
      {draft.way === 'range' && (
        <div className="hp-edit-pair">
          <TextField
            {...form.text('from')}
            hint={t('serial.enter.rangeHint')}
            label={t('serial.enter.from')}
          />
          <TextField {...form.text('to')} label={t('serial.enter.to')} />
        </div>
      )}
      {draft.way === 'sheet' && <SheetField error={errors.file} file={file} onFile={onFile} />}
      {draft.task === 'issue' && (
        <RemoteField
          choices={choices}
          chosen={draft.company}
          error={errors.company}
          label={t('serial.field.company')}
          onChoose={(company) => change({ company })}
          {...(isOperator
            ? { nothing: t('serial.toNobody') }
            : { placeholder: t('user.edit.searchCompany') })}
        />
      )}
    </>
  );
}
