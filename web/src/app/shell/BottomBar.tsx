// Navigation bar on phones, within reach of the thumb: three pages by the user's permissions, and the whole menu.
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { Icon, isIconName } from '../../components/base/Icon.tsx';
import { t } from '../../i18n.ts';
import { titleOf } from '../../session/menus.ts';
import { useSession } from '../../session/session.ts';
import { addressOf, allPages, currentItem } from './menuItems.ts';
import './bottomBar.css';

/** Page names by priority; the first three that the user may open are shown. */
const wanted = ['pvPlant', 'pvPlantMap', 'alarms', 'users', 'audit', 'accountSetup'];
const SHOWN = 3;

export function BottomBar({ onMore }: { onMore: () => void }): ReactNode {
  const menus = useSession((session) => session.menus);
  const { pathname, search } = useLocation();
  const current = currentItem(menus, pathname, search);
  const pages = allPages(menus);
  const shown = wanted
    .flatMap((name) => pages.find((page) => page.components_title === name) ?? [])
    .slice(0, SHOWN);
  return (
    <nav aria-label={t('shell.ways')} className="hp-bottom">
      {shown.map((item) => (
        <Link
          aria-current={item === current ? 'page' : undefined}
          className={item === current ? 'hp-bottom-way hp-bottom-now' : 'hp-bottom-way'}
          key={item.id}
          to={addressOf(item)}
        >
          <Icon name={isIconName(item.icon) ? item.icon : 'dot'} />
          <span>{titleOf(item)}</span>
        </Link>
      ))}
      <button aria-haspopup="dialog" className="hp-bottom-way" onClick={onMore} type="button">
        <Icon name="menu" />
        <span>{t('shell.more')}</span>
      </button>
    </nav>
  );
}
