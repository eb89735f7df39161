import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { create } from 'zustand';
import { Icon } from '../../components/base/Icon.tsx';
import { t } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { BrandMark } from '../../session/BrandMark.tsx';
import { useBrand } from '../../session/brand.ts';
import { keep, kept } from '../../session/persistedStore.ts';
import { MainMenu } from './MainMenu.tsx';

const STORAGE = 'helioport-sider';

const useSider = create<{ isCollapsed: boolean }>()(() => kept(STORAGE, { isCollapsed: false }));
keep(STORAGE, useSider);

/** The side menu: 240 px, or 80 px with icons only. */
export function Sider(): ReactNode {
  const isCollapsed = useSider((sider) => sider.isCollapsed);
  const siderTheme = useBrand((brand) => brand.siderTheme);
  const words = isCollapsed ? t('shell.expand') : t('shell.collapse');
  return (
    <aside
      className={isCollapsed ? 'hp-sider hp-sider-short' : 'hp-sider'}
      {...(siderTheme === 'dark' ? { 'data-ground': 'dark' } : {})}
    >
      <Link className="hp-brand-link" to={paths.sites()}>
        <BrandMark isShort={isCollapsed} />
      </Link>
      <MainMenu isShort={isCollapsed} />
      <button
        aria-expanded={!isCollapsed}
        className="hp-menu-item hp-sider-fold"
        onClick={() => useSider.setState({ isCollapsed: !isCollapsed })}
        title={words}
        type="button"
      >
        <Icon name={isCollapsed ? 'expand' : 'collapse'} />
        <span className={isCollapsed ? 'hp-unseen' : ''}>{words}</span>
      </button>
    </aside>
  );
}
