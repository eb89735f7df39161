import { type ReactNode, useState } from 'react';
import { t } from '../../../i18n.ts';
import { mayCallNow } from '../../../session/Can.tsx';
import { Icon } from '../../base/Icon.tsx';
import { ToolButton } from '../../base/ToolButton.tsx';
import { BulkDialog } from './BulkDialog.tsx';
import type { BulkAction, BulkRows } from './bulkAction.ts';
import './bulk.css';

interface BulkBarProps<Row> {
  /** The chosen ones, at least one. */
  rows: readonly Row[];
  actions: readonly BulkAction<Row>[];
  of: BulkRows<Row>;
  onClear: () => void;
}

/** The number of selected rows and their actions. Sticky below the list. */
export function BulkBar<Row>({ rows, actions: all, of, onClear }: BulkBarProps<Row>): ReactNode {
  const [action, setAction] = useState<BulkAction<Row>>();
  const actions = all.filter(({ needs }) => needs === undefined || mayCallNow(needs));
  const label = of.chosenWords(rows.length);
  return (
    <>
      <section aria-label={label} className="hp-bulk">
        <output className="hp-bulk-count">{label}</output>
        <div className="hp-bulk-actions">
          {actions.map((one) => (
            <button
              className={one.confirmation?.isFinal ? 'hp-tool-button hp-bulk-final' : 'hp-tool-button'}
              key={one.key}
              onClick={() => (one.save ? one.save(rows) : setAction(one))}
              type="button"
            >
              <Icon name={one.icon} size={16} />
              {t(one.title)}
            </button>
          ))}
        </div>
        <ToolButton icon="close" label={t('site.bulk.clear')} onClick={onClear} />
      </section>
      {action?.confirmation && (
        <BulkDialog
          confirmation={action.confirmation}
          of={of}
          onClose={(hasActed) => {
            setAction(undefined);
            if (hasActed) onClear();
          }}
          rows={rows}
          title={t(action.title)}
        />
      )}
    </>
  );
}
