import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { t } from '../i18n.ts';
import { paths } from '../paths.ts';
import { useBrand } from './brand.ts';

/** The company that runs the portal and the privacy link; with demo data also a note about it and its actions. */
export function Footer({ aboutDemo, children }: { aboutDemo?: ReactNode; children?: ReactNode }): ReactNode {
  const { company, demo } = useBrand();
  return (
    <footer className="hp-footer">
      <span>{t('public.poweredBy', { company })}</span>
      {demo && <span>{t('public.demo')}</span>}
      {aboutDemo}
      <Link to={paths.privacy()}>{t('public.privacy')}</Link>
      {children}
    </footer>
  );
}

/** Shown on every page during maintenance. */
export function MaintenanceNote(): ReactNode {
  const isDown = useBrand((brand) => brand.maintenance);
  if (!isDown) return null;
  return (
    <p className="hp-maintenance" role="status">
      {t('public.maintenance')}
    </p>
  );
}
