// Actions of a row, alike in all tables: the main action as a button, the others in a menu; on a phone all of them in
// the menu.

import type { ReactNode } from 'react';
import { Button, LinkButton } from '../base/Button.tsx';
import type { Action } from '../base/MoreActions.tsx';
import { useIsPhone } from '../base/useNarrow.ts';
import { RowMenu } from './RowMenu.tsx';
import './rowActions.css';

interface RowActionsProps {
  /** Of the row. */
  name: string;
  /** The permitted actions; false for one that is not permitted. The first one with `words` is the main action. */
  actions: readonly (Action | false)[];
}

export function RowActions({ name, actions }: RowActionsProps): ReactNode {
  const isPhone = useIsPhone();
  const possible = actions.filter((one) => one !== false);
  const main = isPhone ? undefined : possible.find(({ words }) => words !== undefined);
  const others = possible.filter((one) => one !== main);
  if (possible.length === 0) return null;
  return (
    <span className="hp-row-actions">
      {main && <MainAction action={main} />}
      {others.length > 0 && <RowMenu actions={others} name={name} />}
    </span>
  );
}

function MainAction({ action }: { action: Action }): ReactNode {
  const { label, words = '', isDisabled = false, to, onClick } = action;
  // Speech input finds a control by the text that it shows, which its name must contain.
  const name = label.includes(words) ? label : `${words}: ${label}`;
  return to === undefined ? (
    <Button aria-label={name} disabled={isDisabled} isSmall onClick={onClick}>
      {words}
    </Button>
  ) : (
    <LinkButton aria-label={name} isSmall to={to}>
      {words}
    </LinkButton>
  );
}
