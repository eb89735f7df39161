import type { ReactNode } from 'react';
import { Link } from 'react-router';
import './facts.css';

interface Fact {
  title: string;
  value: ReactNode;
  /** Page of the object that the title names. */
  to?: string;
}

/** A list of properties; one without a value shows a dash. */
export function Facts({ facts }: { facts: readonly Fact[] }): ReactNode {
  return (
    <dl className="hp-facts">
      {facts.map(({ title, value, to }) => (
        <div key={to ?? title}>
          <dt>{to === undefined ? title : <Link to={to}>{title}</Link>}</dt>
          <dd>{value === '' ? '–' : value}</dd>
        </div>
      ))}
    </dl>
  );
}
