import { type ReactNode, useContext } from 'react';
import { Icon, type IconName } from './Icon.tsx';
import { IsTitled } from './panelTitle.ts';
import './page.css';

/** Why there is nothing, and what to do next. */
export interface EmptyWords {
  title: string;
  hint?: string;
  action?: ReactNode;
  icon?: IconName;
}

/** An empty state with hint and action. */
export function EmptyState({ title, hint, action, icon = 'sun' }: EmptyWords): ReactNode {
  const Heading = useContext(IsTitled) ? 'h3' : 'h2';
  return (
    <div className="hp-state">
      <Icon name={icon} size={28} />
      <Heading>{title}</Heading>
      {hint && <p>{hint}</p>}
      {action}
    </div>
  );
}
