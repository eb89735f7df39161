// The pages that the person's role opens, as real links.
import type { ReactNode } from 'react';
import { NavLink, useLocation } from 'react-router';
import { t } from '../../i18n.ts';
import { titleOf } from '../../session/menus.ts';
import { type MenuItem, useSession } from '../../session/session.ts';
import { Icon, isIconName } from '../../ui/base/Icon.tsx';
import './menu.css';

interface MainMenuProps {
  /** True: icons alone, the words in tooltips. */
  isShort: boolean;
  onChoose?: () => void;
}

export function MainMenu({ isShort, onChoose }: MainMenuProps): ReactNode {
  const menus = useSession((session) => session.menus);
  const { pathname, search } = useLocation();
  const current = currentItem(menus, pathname, search);
  const list = (items: readonly MenuItem[]): ReactNode => (
    <ul>
      {items
        .filter((item) => item.mode === 1)
        .map((item) => {
          const pages = item.children.filter((child) => child.mode === 1);
          return (
            <li key={item.id}>
              {item.path ? (
                <Entry isCurrent={item === current} isShort={isShort} item={item} onChoose={onChoose} />
              ) : (
                <span className="hp-menu-group">{titleOf(item)}</span>
              )}
              {pages.length > 0 && list(pages)}
            </li>
          );
        })}
    </ul>
  );
  return (
    <nav aria-label={t('shell.menu')} className={isShort ? 'hp-menu hp-menu-short' : 'hp-menu'}>
      {list(menus)}
    </nav>
  );
}

interface EntryProps {
  item: MenuItem;
  isCurrent: boolean;
  isShort: boolean;
  onChoose: (() => void) | undefined;
}

function Entry({ item, isCurrent, isShort, onChoose }: EntryProps): ReactNode {
  const title = titleOf(item);
  return (
    <NavLink
      aria-current={isCurrent ? 'page' : undefined}
      className={isCurrent ? 'hp-menu-item hp-menu-now' : 'hp-menu-item'}
      onClick={onChoose}
      title={isShort ? title : undefined}
      to={addressOf(item)}
    >
      <Icon name={isIconName(item.icon) ? item.icon : 'dot'} />
      <span className={isShort ? 'hp-unseen' : ''}>{title}</span>
    </NavLink>
  );
}

const addressOf = ({ path, params }: MenuItem) => (params ? `${path}?${params.replace(/^\?/, '')}` : path);

/** The item whose path, with its params, fits the address best; children of a page count as the page. */
function currentItem(menus: readonly MenuItem[], pathname: string, search: string): MenuItem | undefined {
  const given = new URLSearchParams(search);
  const fits = ({ path, params }: MenuItem) =>
    path !== '' &&
    (pathname === path || pathname.startsWith(`${path}/`)) &&
    [...new URLSearchParams(params)].every(([key, value]) => given.get(key) === value);
  const length = (item: MenuItem) => item.path.length * 1000 + item.params.length;
  const all = (items: readonly MenuItem[]): MenuItem[] =>
    items.flatMap((item) => [item, ...all(item.children)]);
  return all(menus)
    .filter((item) => item.mode === 1 && fits(item))
    .sort((a, b) => length(b) - length(a))[0];
}
