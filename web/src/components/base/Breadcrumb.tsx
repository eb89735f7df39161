// Breadcrumbs: links to parent pages, and the current page.
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { t } from '../../i18n.ts';
import { Icon } from './Icon.tsx';
import './breadcrumb.css';

export interface Crumb {
  title: string;
  to: string;
}

export function Breadcrumb({ above, title }: { above: readonly Crumb[]; title: string }): ReactNode {
  return (
    <nav aria-label={t('ui.breadcrumb')} className="hp-crumbs">
      <ol>
        {above.map((crumb) => (
          <li key={crumb.to}>
            <Link to={crumb.to}>{crumb.title}</Link>
            <Icon name="right" size={14} />
          </li>
        ))}
        <li aria-current="page">{title}</li>
      </ol>
    </nav>
  );
}
