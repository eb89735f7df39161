import { type ReactNode, useState } from 'react';
import { queryClient } from '../../../api/query.ts';
import { t } from '../../../i18n.ts';
import { useDraft } from '../../../session/useDraft.ts';
import { Button } from '../../base/Button.tsx';
import { Dialog } from '../../base/Dialog.tsx';
import { DateBox } from '../../form/DateBox.tsx';
import { CheckField, TextField } from '../../form/FormFields.tsx';
import { BulkResults } from './BulkResults.tsx';
import type { BulkAction, BulkField, BulkRows, Values } from './bulkAction.ts';
import { type Result, runBulk } from './bulkRun.ts';

interface BulkDialogProps<Row> {
  title: string;
  confirmation: NonNullable<BulkAction<Row>['confirmation']>;
  rows: readonly Row[];
  of: BulkRows<Row>;
  /** `hasActed`: something was tried with them. */
  onClose: (hasActed: boolean) => void;
}

/** Asks for the inputs of an action, runs it row by row, and shows the result of each row. */
export function BulkDialog<Row>({
  title,
  confirmation: ask,
  rows,
  of,
  onClose,
}: BulkDialogProps<Row>): ReactNode {
  // The rows and their names when the dialog opened: the list behind it keeps changing.
  const [chosen] = useState(rows);
  const form = useDraft(ask.start, (values) => ask.check?.(values, chosen.length) ?? {});
  const [results, setResults] = useState<ReadonlyMap<number, Result>>();
  const [stopper] = useState(() => new AbortController());
  const isRunning = results !== undefined && results.size < chosen.length;
  const start = () =>
    form.save(async (values) => {
      setResults(new Map());
      await runBulk({
        rows: chosen,
        work: (row) => ask.run(row, values),
        onResult: (index, result) => setResults((known) => new Map(known).set(index, result)),
        signal: stopper.signal,
      });
      await Promise.all(
        ['site', 'pv', 'overview', 'device', 'user', 'mail'].map((module) =>
          queryClient.invalidateQueries({ queryKey: [module] }),
        ),
      );
    });
  const leave = () => {
    stopper.abort();
    if (!isRunning) onClose(results !== undefined);
  };
  return (
    <Dialog
      footer={
        results === undefined ? (
          <>
            <Button onClick={leave}>{t('form.cancel')}</Button>
            <Button isDanger={ask.isFinal === true} onClick={() => void start()} variant="primary">
              {of.startWords(chosen.length)}
            </Button>
          </>
        ) : (
          <Button onClick={leave}>{isRunning ? t('site.bulk.stop') : t('ui.close')}</Button>
        )
      }
      closesByClick={false}
      onClose={leave}
      title={title}
    >
      {results === undefined ? (
        <form
          className="hp-edit"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void start();
          }}
        >
          <p className="hp-edit-hint">{t(ask.hint)}</p>
          {ask.fields.map((field) => (
            <Field
              count={chosen.length}
              error={form.errors[field.name]}
              field={field}
              key={field.name}
              onChange={(value) => form.change({ [field.name]: value })}
              value={form.draft[field.name] ?? ''}
            />
          ))}
          {/* Without a button of its own a form of several fields is not sent by Enter. */}
          <button hidden type="submit" />
          {ask.isFinal && (
            <ul className="hp-bulk-names">
              {chosen.map((row) => (
                <li key={of.keyOf(row)}>{of.nameOf(row)}</li>
              ))}
            </ul>
          )}
        </form>
      ) : (
        <BulkResults of={of} results={results} rows={chosen} title={title} />
      )}
    </Dialog>
  );
}

interface FieldProps {
  field: BulkField;
  count: number;
  value: Values[string];
  error: string | undefined;
  onChange: (value: Values[string]) => void;
}

function Field({ field: { kind, label }, count, value, error, onChange }: FieldProps): ReactNode {
  const words = label(count);
  switch (kind) {
    case 'check':
      return <CheckField isChecked={value === true} label={words} onChange={onChange} />;
    case 'day':
      return <DateBox label={words} onChange={onChange} value={String(value)} />;
    default:
      return (
        <TextField
          error={error}
          label={words}
          maxLength={254}
          onChange={onChange}
          type={kind}
          value={String(value)}
        />
      );
  }
}
