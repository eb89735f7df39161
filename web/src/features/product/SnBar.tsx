import { fieldRules } from '@helioport/contract/fieldRules';
import { product } from '@helioport/contract/product';
import { type ReactNode, useState } from 'react';
import { useWrite } from '../../api/query.ts';
import { Dialog } from '../../components/base/Dialog.tsx';
import { FormDialog } from '../../components/form/FormDialog.tsx';
import { TextField } from '../../components/form/FormFields.tsx';
import { RemoteField } from '../../components/form/RemoteField.tsx';
import { BulkBar } from '../../components/pv/bulk/BulkBar.tsx';
import { BulkResults } from '../../components/pv/bulk/BulkResults.tsx';
import type { BulkRows } from '../../components/pv/bulk/bulkAction.ts';
import { t } from '../../i18n.ts';
import { mayCallNow } from '../../session/Can.tsx';
import { useCompanyChoices } from '../../session/remoteChoices.ts';
import { useDraft } from '../../session/useDraft.ts';
import type { Changed, SnEntry } from './serials.ts';

type What = 'issue' | 'takeBack' | 'restrict' | 'unrestrict' | 'delete';

const acts = [
  { key: 'issue', hint: 'serial.hint.issue', title: 'serial.issue', icon: 'signOut', needs: product.snIssue },
  {
    key: 'takeBack',
    hint: 'serial.hint.takeBack',
    title: 'serial.takeBack',
    icon: 'undo',
    needs: product.snIssue,
  },
  {
    key: 'restrict',
    hint: 'serial.hint.restrict',
    title: 'serial.restrict',
    icon: 'lock',
    needs: product.snRestrict,
  },
  {
    key: 'unrestrict',
    hint: 'serial.hint.unrestrict',
    title: 'serial.unrestrict',
    icon: 'check',
    needs: product.snRestrict,
  },
  { key: 'delete', hint: 'serial.hint.delete', title: 'form.delete', icon: 'clear', needs: product.snDel },
] as const;

const of: BulkRows<SnEntry> = {
  keyOf: ({ sn }) => sn,
  nameOf: ({ sn }) => sn,
  chosenWords: (count) => t('serial.chosen', { count }),
  startWords: (count) => t('serial.chosen', { count }),
};

/** Actions for the selected serial numbers, in one call, with the result of each. */
export function SnBar({ rows, onClear }: { rows: readonly SnEntry[]; onClear: () => void }): ReactNode {
  const [what, setWhat] = useState<What>();
  const [answer, setAnswer] = useState<Changed>();
  return (
    <>
      <BulkBar
        actions={acts.map(({ key, title, icon, needs }) => ({
          key,
          title,
          icon,
          needs,
          save: () => setWhat(key),
        }))}
        of={of}
        onClear={onClear}
        rows={rows}
      />
      {what && (
        <ActDialog
          onClose={() => setWhat(undefined)}
          onDone={(given) => {
            setWhat(undefined);
            setAnswer(given);
          }}
          sns={rows.map(({ sn }) => sn)}
          what={what}
        />
      )}
      {answer && (
        <ResultDialog
          answer={answer}
          onClose={() => {
            setAnswer(undefined);
            onClear();
          }}
          rows={rows}
        />
      )}
    </>
  );
}

interface ActDialogProps {
  what: What;
  sns: string[];
  onClose: () => void;
  onDone: (answer: Changed) => void;
}

function ActDialog({ what, sns, onClose, onDone }: ActDialogProps): ReactNode {
  const mayHand = mayCallNow(product.snDel);
  const form = useDraft(
    { company: '', reason: '' },
    (draft) => ({
      company: what === 'issue' && draft.company === '' && !mayHand ? t('login.required') : undefined,
    }),
    undefined,
    fieldRules(product.snRestrict),
  );
  const issue = useWrite(product.snIssue, { quiet: true });
  const restrict = useWrite(product.snRestrict, { quiet: true });
  const del = useWrite(product.snDel, { quiet: true });
  const choices = useCompanyChoices([], what === 'issue');
  const work = async ({ company, reason }: { company: string; reason: string }) => {
    switch (what) {
      case 'issue':
        return await issue.mutateAsync({ sn: sns, companyId: Number(company || 0) });
      case 'takeBack':
        return await issue.mutateAsync({ sn: sns, isIssued: false });
      case 'restrict':
        return await restrict.mutateAsync({ sn: sns, reason });
      case 'unrestrict':
        return await restrict.mutateAsync({ sn: sns, isRestricted: false });
      case 'delete':
        return await del.mutateAsync({ sn: sns });
    }
  };
  const submit = () =>
    void form.save(async (draft) => {
      onDone(await work(draft));
    });
  const act = acts.find(({ key }) => key === what)!;
  const title = t(act.title);
  return (
    <FormDialog
      form={form}
      isDanger={what === 'delete' || what === 'restrict'}
      onClose={onClose}
      onSubmit={submit}
      submit={title}
      title={title}
    >
      <p>{t(act.hint)}</p>
      {what === 'issue' && (
        <RemoteField
          choices={choices}
          chosen={form.draft.company}
          error={form.errors.company}
          label={t('serial.field.company')}
          onChoose={(company) => form.change({ company })}
          {...(mayHand ? { nothing: t('serial.toNobody') } : { placeholder: t('user.edit.searchCompany') })}
        />
      )}
      {what === 'restrict' && (
        <TextField {...form.text('reason')} isOptional label={t('serial.field.reason')} />
      )}
    </FormDialog>
  );
}

interface ResultDialogProps {
  answer: Changed;
  rows: readonly SnEntry[];
  onClose: () => void;
}

function ResultDialog({ answer, rows, onClose }: ResultDialogProps): ReactNode {
  const bySn = new Map(answer.list.map((one) => [one.sn, one]));
  const results = new Map(
    rows.map(({ sn }, i) => {
      const one = bySn.get(sn);
      return [
        i,
        one?.isChanged ? { isDone: true as const } : { isDone: false as const, why: one?.msg ?? '' },
      ];
    }),
  );
  const title = t('site.bulk.results');
  return (
    <Dialog onClose={onClose} title={t('serial.chosen', { count: rows.length })}>
      <BulkResults of={of} results={results} rows={rows} title={title} />
    </Dialog>
  );
}
