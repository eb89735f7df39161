// A table of hierarchical rows: a plain table for screen readers, with a button on every row that can be expanded.
import type { CSSProperties, ReactNode } from 'react';
import { t } from '../../i18n.ts';
import { ToolButton } from '../base/ToolButton.tsx';
import './treeTable.css';

interface TreeTableProps {
  label: string;
  columns: readonly { title: string; isNumber?: boolean; isUnseen?: boolean }[];
  /** The rows, each a `tr` whose first cell contains a `TreeName`. */
  children: ReactNode;
}

export function TreeTable({ label, columns, children }: TreeTableProps): ReactNode {
  return (
    <section aria-label={label} className="hp-tree">
      <table style={namesOf(columns)}>
        <thead>
          <tr>
            {columns.map(({ title, isNumber, isUnseen }) => (
              <th className={isNumber ? 'hp-number' : undefined} key={title} scope="col">
                {isUnseen ? <span className="hp-unseen">{title}</span> : title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}

/** On a phone each cell shows its column name, because the header row is hidden. */
const namesOf = (columns: TreeTableProps['columns']): CSSProperties =>
  Object.fromEntries(
    columns.map(({ title, isUnseen }, at) => [
      `--hp-column-${at + 1}`,
      JSON.stringify(isUnseen ? '' : title),
    ]),
  );

interface TreeNameProps {
  /** From 0. */
  level: number;
  name: string;
  /** Undefined: no child rows. */
  isOpen: boolean | undefined;
  onToggle: () => void;
  children: ReactNode;
}

/** The name of a row, indented by level, and the button that expands its child rows. */
export function TreeName({ level, name, isOpen, onToggle, children }: TreeNameProps): ReactNode {
  return (
    <div className="hp-tree-name" style={{ '--hp-level': level } as CSSProperties}>
      {isOpen === undefined ? (
        <span className="hp-tree-leaf" />
      ) : (
        <ToolButton
          icon={isOpen ? 'down' : 'right'}
          isOpen={isOpen}
          label={t('tree.below', { name })}
          onClick={onToggle}
          size={16}
        />
      )}
      <span className="hp-unseen">{t('tree.level', { level: level + 1 })}</span>
      {children}
    </div>
  );
}
