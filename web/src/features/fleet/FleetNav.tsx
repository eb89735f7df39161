import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import { t } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { pageTitle } from '../../session/pageTitle.ts';
import './fleet.css';

/** Links between the pages of the fleet desk. */
export function FleetNav(): ReactNode {
  const links = [
    { to: paths.fleet(), title: t('fleet.nav.plants') },
    { to: paths.cases(), title: t('case.title') },
    { to: paths.fleetTrends(), title: t('fleet.trends.title') },
    { to: paths.fleetBenchmarks(), title: t('fleet.benchmark.title') },
  ];
  return (
    <nav aria-label={pageTitle('fleet')} className="hp-fleet-nav">
      {links.map(({ to, title }) => (
        <NavLink end key={to} to={to}>
          {title}
        </NavLink>
      ))}
    </nav>
  );
}
