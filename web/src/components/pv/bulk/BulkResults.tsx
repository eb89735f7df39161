import { type ReactNode, useState } from 'react';
import { t } from '../../../i18n.ts';
import { Button } from '../../base/Button.tsx';
import { writeToClipboard } from '../../base/CopyText.tsx';
import { Icon } from '../../base/Icon.tsx';
import type { BulkRows } from './bulkAction.ts';
import type { Result } from './bulkRun.ts';

interface BulkResultsProps<Row> {
  title: string;
  rows: readonly Row[];
  of: BulkRows<Row>;
  results: ReadonlyMap<number, Result>;
}

const wordsOf = (result: Result | undefined): string => {
  if (result === undefined) return t('site.bulk.waiting');
  return result.isDone ? t('site.bulk.done') : result.why;
};

/** The result of each row, rejected ones first, copyable as tab-separated lines. */
export function BulkResults<Row>({ title, rows, of, results }: BulkResultsProps<Row>): ReactNode {
  const [isCopied, setCopied] = useState(false);
  const lines = rows.map((row, i) => ({ key: of.keyOf(row), name: of.nameOf(row), result: results.get(i) }));
  const refused = lines.filter(({ result }) => result?.isDone === false);
  const others = lines.filter(({ result }) => result?.isDone !== false);
  const copied = () =>
    [...refused, ...others]
      .map(({ key, name, result }) => [name, key, wordsOf(result)].join('\t'))
      .join('\n');
  return (
    <div className="hp-bulk-results">
      <p role="status">
        {results.size < rows.length
          ? t('site.bulk.progress', { done: results.size, total: rows.length })
          : t('site.bulk.summary', { done: rows.length - refused.length, failed: refused.length })}
      </p>
      {/* Long lists scroll by the keyboard too. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <ul aria-label={title} tabIndex={0}>
        {[...refused, ...others].map(({ key, name, result }) => (
          <li key={key}>
            <b>{name}</b>
            <span className={result?.isDone === false ? 'hp-bulk-refused' : 'hp-muted'}>
              {result && <Icon name={result.isDone ? 'check' : 'alert'} size={16} />}
              {wordsOf(result)}
            </span>
          </li>
        ))}
      </ul>
      <Button
        icon={isCopied ? 'check' : 'copy'}
        onClick={() => void writeToClipboard(copied()).then(setCopied)}
      >
        {t('ui.copy', { what: t('site.bulk.results') })}
      </Button>
      <span aria-live="polite" className="hp-unseen">
        {isCopied ? t('ui.copied') : ''}
      </span>
    </div>
  );
}
