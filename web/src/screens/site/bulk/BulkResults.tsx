import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { t } from '../../../i18n.ts';
import { writeToClipboard } from '../../../ui/base/CopyText.tsx';
import { Icon } from '../../../ui/base/Icon.tsx';
import type { SiteRow } from '../list/siteFilters.ts';
import type { Result } from './bulkRun.ts';

interface BulkResultsProps {
  title: string;
  plants: readonly SiteRow[];
  results: ReadonlyMap<number, Result>;
}

const wordsOf = (result: Result | undefined): string => {
  if (result === undefined) return t('site.bulk.waiting');
  return result.isDone ? t('site.bulk.done') : result.why;
};

/** What became of each plant, first of all those that were refused, to be copied as lines with tabs. */
export function BulkResults({ title, plants, results }: BulkResultsProps): ReactNode {
  const [isCopied, setCopied] = useState(false);
  const lines = plants.map((plant, i) => ({ plant, result: results.get(i) }));
  const refused = lines.filter(({ result }) => result?.isDone === false);
  const others = lines.filter(({ result }) => result?.isDone !== false);
  const copied = () =>
    [...refused, ...others]
      .map(({ plant, result }) => [plant.siteName, plant.sid, wordsOf(result)].join('\t'))
      .join('\n');
  return (
    <div className="hp-bulk-results">
      <p role="status">
        {results.size < plants.length
          ? t('site.bulk.progress', { done: results.size, total: plants.length })
          : t('site.bulk.summary', { done: plants.length - refused.length, failed: refused.length })}
      </p>
      {/* Long lists scroll by the keyboard too. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <ul aria-label={title} tabIndex={0}>
        {[...refused, ...others].map(({ plant, result }) => (
          <li key={plant.sid}>
            <b>{plant.siteName}</b>
            <span className={result?.isDone === false ? 'hp-bulk-refused' : 'hp-muted'}>
              {result && <Icon name={result.isDone ? 'check' : 'alert'} size={16} />}
              {wordsOf(result)}
            </span>
          </li>
        ))}
      </ul>
      <Button
        icon={<Icon name={isCopied ? 'check' : 'copy'} size={16} />}
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
