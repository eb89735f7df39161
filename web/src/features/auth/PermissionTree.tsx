// The tree: nested lists of native checkboxes, so that Tab and Space work as usual.
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Icon, isIconName } from '../../components/base/Icon.tsx';
import { ToolButton } from '../../components/base/ToolButton.tsx';
import { t, type WordKey } from '../../i18n.ts';
import { titleOf } from '../../session/menus.ts';
import { type Choice, tickOf } from './permissionTree.ts';

const modeWords: Record<Choice['mode'], WordKey> = {
  1: 'auth.mode.page',
  2: 'auth.mode.button',
  3: 'auth.mode.module',
};

interface TreeProps {
  list: readonly Choice[];
  granted: readonly number[];
  /** The role's entries after saving. */
  ids: ReadonlySet<number>;
  /** The entries that match the search; null: all. */
  shown: ReadonlySet<number> | null;
  isReadOnly: boolean;
  onToggle: (id: number) => void;
}

export function PermissionTree(props: TreeProps): ReactNode {
  const { list, shown } = props;
  return (
    <ul className="hp-permissions">
      {list
        .filter(({ id }) => shown?.has(id) ?? true)
        .map((choice) => (
          <Entry {...props} choice={choice} key={choice.id} />
        ))}
    </ul>
  );
}

function Entry(props: TreeProps & { choice: Choice }): ReactNode {
  const { choice, granted, ids, shown, isReadOnly, onToggle } = props;
  const [isCollapsed, setCollapsed] = useState(false);
  const boxId = useId();
  const tick = tickOf(choice, ids);
  const isChanged = ids.has(choice.id) !== granted.includes(choice.id);
  const hasBelow = choice.children.length > 0;
  const isOpen = shown !== null || !isCollapsed;
  const title = titleOf(choice);
  return (
    <li>
      <div className={isChanged ? 'hp-permission hp-permission-changed' : 'hp-permission'}>
        {hasBelow ? (
          <ToolButton
            icon={isOpen ? 'down' : 'right'}
            isOpen={isOpen}
            label={t('tree.below', { name: title })}
            onClick={() => setCollapsed(!isCollapsed)}
            size={14}
          />
        ) : (
          <span className="hp-permission-leaf" />
        )}
        <label htmlFor={boxId}>
          <TickBox
            id={boxId}
            isDisabled={isReadOnly || !choice.isHeld}
            onToggle={() => onToggle(choice.id)}
            tick={tick}
          />
          {choice.mode === 1 && isIconName(choice.icon) && <Icon name={choice.icon} size={16} />}
          <span className={hasBelow || choice.mode === 1 ? 'hp-row-name' : ''}>{title}</span>
          <small>
            {choice.mode === 1 && choice.components_title === ''
              ? t('auth.mode.heading')
              : t(modeWords[choice.mode])}
            {!choice.isHeld && `, ${t('auth.rights.notHeld')}`}
            {isChanged && `, ${t('auth.rights.unsaved')}`}
          </small>
        </label>
      </div>
      {hasBelow && isOpen && <PermissionTree {...props} list={choice.children} />}
    </li>
  );
}

interface TickBoxProps {
  id: string;
  tick: 'none' | 'some' | 'all';
  isDisabled: boolean;
  onToggle: () => void;
}

function TickBox({ id, tick, isDisabled, onToggle }: TickBoxProps): ReactNode {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = tick === 'some';
  });
  return (
    <input
      id={id}
      checked={tick === 'all'}
      disabled={isDisabled}
      onChange={onToggle}
      ref={box}
      type="checkbox"
    />
  );
}
