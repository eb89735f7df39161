import type { ParsedOf } from '@helioport/contract/endpoint';
import { fieldRules } from '@helioport/contract/fieldRules';
import { product } from '@helioport/contract/product';
import { SERIALS_ENTERED_MAX } from '@helioport/contract/productSerials';
import { type ReactNode, useState } from 'react';
import { useWrite } from '../../api/query.ts';
import { formatNumber } from '../../components/base/time.ts';
import { AreaField, ChoiceField, RadioField, TextField } from '../../components/form/FormFields.tsx';
import { RemoteField } from '../../components/form/RemoteField.tsx';
import { useProductChoices } from '../../components/pv/productChoices.ts';
import { t } from '../../i18n.ts';
import { useCompanyChoices } from '../../session/remoteChoices.ts';
import { saveDraft } from '../../session/saveDraft.ts';
import { useSession } from '../../session/session.ts';
import { type Draft, useDraft } from '../../session/useDraft.ts';
import { EntryPreview } from './EntryPreview.tsx';
import { PreviewDialog } from './PreviewDialog.tsx';
import { SheetField, sheetError } from './SheetField.tsx';
import type { Entered } from './serials.ts';

interface EntryDraft {
  way: 'some' | 'range' | 'sheet';
  model: string;
  typed: string;
  from: string;
  to: string;
  batch: string;
  /** '' for not yet; '0' for issued to no company. */
  company: string;
}

const start: EntryDraft = { way: 'some', model: '11', typed: '', from: '', to: '', batch: '', company: '' };

const serialsIn = (typed: string): string[] => typed.split(/[\s,;]+/).filter((one) => one !== '');

/** Adds serial numbers: typed, as a range, or from a spreadsheet. Each row is checked before anything is added. */
export function EnterDialog({ onClose }: { onClose: () => void }): ReactNode {
  const [file, setFile] = useState<File>();
  const [looked, setLooked] = useState<Entered>();
  const form = useDraft(start, (draft) => errorsOf(draft, file), undefined, fieldRules(product.snCreate));
  const create = useWrite(product.snCreate, { quiet: true });
  const sheet = useWrite(product.snSheet, { quiet: true });
  const [hasHead, setHasHead] = useState<boolean>();
  const submit = async (draft: EntryDraft, isTrial: boolean, head = hasHead): Promise<Entered> => {
    const { way, typed, from, to, batch, company, model } = draft;
    const common: Pick<ParsedOf<typeof product.snCreate>, 'batch' | 'isTrial'> & { companyId?: number } = {
      batch,
      isTrial,
      ...(company === '' ? {} : { companyId: Number(company) }),
    };
    if (way === 'sheet' && file)
      return await sheet.mutateAsync({
        ...common,
        model: Number(model),
        file,
        ...(head === undefined ? {} : { hasHead: head }),
      });
    const which = way === 'range' ? { from: from.trim(), to: to.trim() } : { sn: serialsIn(typed) };
    return await create.mutateAsync({ ...common, model: Number(model), ...which });
  };
  const look = (head?: boolean) =>
    form.save(async (draft) => {
      setLooked(await submit(draft, true, head));
    });
  const enter = () =>
    saveDraft({
      form,
      onClose,
      work: (draft) => submit(draft, false),
      done: ({ entered }) => t('serial.enter.done', { count: entered }),
    });
  return (
    <PreviewDialog
      apply={{
        label: t('serial.enter.submit', { count: looked?.good ?? 0 }),
        isPossible: looked !== undefined && looked.good > 0,
        onClick: enter,
      }}
      form={form}
      look={{ label: t('serial.enter.look'), onClick: () => look() }}
      onBack={() => setLooked(undefined)}
      onClose={onClose}
      preview={
        looked && (
          <EntryPreview
            looked={looked}
            onHead={(head) => {
              setHasHead(head);
              void look(head);
            }}
          />
        )
      }
      title={t('serial.enter.title')}
      width={720}
    >
      <EntryFields file={file} form={form} onFile={setFile} />
    </PreviewDialog>
  );
}

function errorsOf(draft: EntryDraft, file: File | undefined) {
  const { way, typed, from, to } = draft;
  const count = serialsIn(typed).length;
  const needed = t('login.required');
  return {
    typed:
      way !== 'some' || (count > 0 && count <= SERIALS_ENTERED_MAX)
        ? undefined
        : count === 0
          ? needed
          : t('serial.enter.tooMany', { max: formatNumber(SERIALS_ENTERED_MAX, 0) }),
    from: way === 'range' && from.trim() === '' ? needed : undefined,
    to: way === 'range' && to.trim() === '' ? needed : undefined,
    file: way === 'sheet' ? sheetError(file) : undefined,
  };
}

interface EntryFieldsProps {
  form: Draft<EntryDraft>;
  file: File | undefined;
  onFile: (file: File) => void;
}

function EntryFields({ form, file, onFile }: EntryFieldsProps): ReactNode {
  const { draft, change, errors } = form;
  const models = useProductChoices();
  const isOperator = useSession(({ info }) => info.scope === 'all');
  const choices = useCompanyChoices(isOperator ? [{ value: '0', label: t('serial.toNobody') }] : []);
  return (
    <>
      <ChoiceField
        {...form.choice('model')}
        hint={draft.way === 'sheet' ? t('serial.enter.modelHint') : undefined}
        label={t('serial.field.product')}
        options={models}
      />
      <RadioField
        {...form.field('way')}
        label={t('serial.enter.way')}
        options={[
          { value: 'some', label: t('serial.enter.some') },
          { value: 'range', label: t('serial.enter.range') },
          { value: 'sheet', label: t('serial.enter.sheet') },
        ]}
      />
      {draft.way === 'some' && (
        <AreaField
          {...form.text('typed', 4_000_000)}
          hint={t('serial.enter.someHint')}
          label={t('site.serials.label')}
          rows={5}
        />
      )}
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
      <div className="hp-edit-pair">
        <TextField {...form.text('batch')} isOptional label={t('serial.field.batch')} />
        <RemoteField
          choices={choices}
          chosen={draft.company}
          isOptional
          label={t('serial.field.company')}
          nothing={isOperator ? t('serial.notIssued') : t('serial.toOwn')}
          onChoose={(company) => change({ company })}
        />
      </div>
    </>
  );
}
