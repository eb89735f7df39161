import { product } from '@helioport/contract/product';
import { Modal } from 'antd';
import { type ReactNode, useState } from 'react';
import { useWrite } from '../../api/query.ts';
import { t } from '../../i18n.ts';
import { mayCallNow } from '../../session/Can.tsx';
import { useCompanyChoices } from '../../session/remoteChoices.ts';
import { useDraft } from '../../session/useDraft.ts';
import { Icon } from '../../ui/base/Icon.tsx';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import { TextField } from '../../ui/form/FormFields.tsx';
import { RemoteField } from '../../ui/form/RemoteField.tsx';
import { ChosenBar } from '../../ui/table/ChosenBar.tsx';
import type { Changed, SnEntry } from './serials.ts';

type What = 'issue' | 'takeBack' | 'restrict' | 'unrestrict' | 'delete';

const acts = [
  { key: 'issue', hint: 'serial.hint.issue', title: 'serial.issue', icon: 'signOut', needs: product.snIssue },
  {
    key: 'takeBack',
    hint: 'serial.hint.takeBack',
    title: 'serial.takeBack',
    icon: 'undo',
    needs: product.snDel,
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

/** What can be done with the chosen serials, and what became of each. */
export function SnBar({ rows, onClear }: { rows: readonly SnEntry[]; onClear: () => void }): ReactNode {
  const [what, setWhat] = useState<What>();
  const [answer, setAnswer] = useState<Changed>();
  return (
    <>
      <ChosenBar
        actions={acts
          .filter(({ needs }) => mayCallNow(needs))
          .map((one) => ({
            key: one.key,
            icon: one.icon,
            title: t(one.title),
            isFinal: one.key === 'delete',
            onClick: () => setWhat(one.key),
          }))}
        label={t('serial.chosen', { count: rows.length })}
        onClear={onClear}
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
  const form = useDraft({ company: '', reason: '' }, (draft) => ({
    company: what === 'issue' && draft.company === '' && !mayHand ? t('login.required') : undefined,
  }));
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
        <TextField
          isOptional
          label={t('serial.field.reason')}
          maxLength={200}
          onChange={(reason) => form.change({ reason })}
          value={form.draft.reason}
        />
      )}
    </FormDialog>
  );
}

/** First of all those that were refused. */
function ResultDialog({ answer, onClose }: { answer: Changed; onClose: () => void }): ReactNode {
  const refused = answer.list.filter(({ isChanged }) => !isChanged);
  const lines = [...refused, ...answer.list.filter(({ isChanged }) => isChanged)];
  return (
    <Modal
      cancelButtonProps={{ hidden: true }}
      okText={t('ui.close')}
      onCancel={onClose}
      onOk={onClose}
      open
      title={t('site.bulk.summary', { done: answer.changed, failed: refused.length })}
    >
      <div className="hp-chosen-results">
        {/* Long lists scroll by the keyboard too. */}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
        <ul aria-label={t('site.serials.label')} tabIndex={0}>
          {lines.map(({ sn, isChanged, msg }) => (
            <li key={sn}>
              <b>{sn}</b>
              <span className={isChanged ? 'hp-muted' : 'hp-chosen-refused'}>
                <Icon name={isChanged ? 'check' : 'alert'} size={16} />
                {msg}
              </span>
            </li>
          ))}
        </ul>
      </div>
    </Modal>
  );
}
