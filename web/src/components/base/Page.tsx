import { type ReactNode, useEffect } from 'react';
import { titlePage } from '../../title.ts';
import { Breadcrumb, type Crumb } from './Breadcrumb.tsx';
import { Filters } from './Filters.tsx';
import './page.css';

interface PageProps {
  title: string;
  /** The pages above this one, the uppermost first; none for a page of the menu. */
  crumbs?: readonly Crumb[];
  /** A short line below the title: location, date or age of the data. */
  sub?: ReactNode;
  /** Actions at the end of the title line. */
  actions?: ReactNode;
  /** Search and filters, in the line below. */
  filters?: ReactNode;
  children: ReactNode;
}

/** A screen: title and its actions in one line, filters in the next, then the answer. Names the browser's tab too. */
export function Page({ title, crumbs = [], sub, actions, filters, children }: PageProps): ReactNode {
  useEffect(() => {
    titlePage(title);
  }, [title]);
  return (
    <div className="hp-page">
      <header className="hp-page-head">
        <div className="hp-page-title">
          {crumbs.length > 0 && <Breadcrumb above={crumbs} title={title} />}
          <h1>{title}</h1>
          {sub && <p>{sub}</p>}
        </div>
        {actions && <div className="hp-page-actions">{actions}</div>}
      </header>
      {filters && <Filters className="hp-page-filters">{filters}</Filters>}
      {children}
    </div>
  );
}
