// Actions of a row: adjacent buttons, and on a phone one button that opens a menu.

import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Button, LinkButton } from '../base/Button.tsx';
import { Icon } from '../base/Icon.tsx';
import { type Action, MoreActions } from '../base/MoreActions.tsx';
import { useIsPhone } from '../base/useNarrow.ts';
import './rowActions.css';

interface RowActionsProps {
  /** Of the row. */
  name: string;
  /** The permitted actions; false for one that is not permitted. */
  actions: readonly (Action | false)[];
}

export function RowActions({ name, actions }: RowActionsProps): ReactNode {
  const isPhone = useIsPhone();
  const possible = actions.filter((one) => one !== false);
  if (possible.length === 0) return null;
  if (!isPhone)
    return (
      <span className="hp-row-actions">
        {possible.map((one) => (
          <Beside action={one} key={one.label} />
        ))}
      </span>
    );
  return <MoreActions actions={possible} name={name} />;
}

function Beside({ action }: { action: Action }): ReactNode {
  const { label, words, icon = 'more', isDanger = false, isDisabled = false, to, onClick } = action;
  if (words !== undefined && to !== undefined)
    return (
      <LinkButton aria-label={label} isSmall to={to}>
        {words}
      </LinkButton>
    );
  if (words !== undefined)
    return (
      <Button
        aria-label={label}
        isDanger={isDanger}
        disabled={isDisabled}
        onClick={onClick}
        isSmall
        variant={isDanger ? 'text' : 'secondary'}
      >
        {words}
      </Button>
    );
  const shared = { 'aria-label': label, className: 'hp-icon-button', title: label };
  return to === undefined ? (
    <button {...shared} disabled={isDisabled} onClick={onClick} type="button">
      <Icon name={icon} size={16} />
    </button>
  ) : (
    <Link {...shared} to={to}>
      <Icon name={icon} size={16} />
    </Link>
  );
}
