import type { ReactNode } from 'react';
import './facts.css';

/** What is known of something, word by word; a fact without a value shows a dash. */
export function Facts({ facts }: { facts: readonly { title: string; value: ReactNode }[] }): ReactNode {
  return (
    <dl className="hp-facts">
      {facts.map(({ title, value }) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{value === '' ? '–' : value}</dd>
        </div>
      ))}
    </dl>
  );
}
