// The pages that the role permits, as real links, in collapsible groups.
import { type ComponentType, lazy, type ReactNode, Suspense, useId } from 'react';
import { Link, useLocation } from 'react-router';
import { create } from 'zustand';
import { Icon, isIconName } from '../../components/base/Icon.tsx';
import { untilFetched } from '../../connection.ts';
import { t } from '../../i18n.ts';
import { useHasFormats } from '../../session/formats.ts';
import { titleOf } from '../../session/menus.ts';
import { keep, kept } from '../../session/persistedStore.ts';
import { type MenuItem, useSession } from '../../session/session.ts';
import { addressOf, currentItem, isShown, pagesOf, withoutUnused } from './menuItems.ts';
import { useIsIdle } from './useIsIdle.ts';
import './menu.css';

/** Badges of menu entries are the least urgent requests. */
const BADGE_AFTER_MS = 2_000;

const ApprovalBadge = lazy(() => untilFetched(() => import('./ApprovalBadge.tsx')));
const AlarmBadge = lazy(() => untilFetched(() => import('./AlarmBadge.tsx')));

const STORAGE = 'helioport-folds';

/** Ids of the groups that the user has collapsed. */
const useFolds = create<{ collapsed: readonly number[] }>()(() => kept(STORAGE, { collapsed: [] }));
keep(STORAGE, useFolds);

const toggle = (id: number) =>
  useFolds.setState(({ collapsed }) => ({
    collapsed: collapsed.includes(id) ? collapsed.filter((one) => one !== id) : [...collapsed, id],
  }));

interface MainMenuProps {
  /** True: icons only, with the titles in tooltips. */
  isShort: boolean;
  onChoose?: () => void;
}

export function MainMenu({ isShort, onChoose }: MainMenuProps): ReactNode {
  const menus = useSession((session) => session.menus);
  const unused = useSession((session) => session.unusedPages);
  const { pathname, search } = useLocation();
  const shown = withoutUnused(menus, unused);
  const current = currentItem(shown, pathname, search);
  const list = (items: readonly MenuItem[], id?: string): ReactNode => (
    <ul id={id}>
      {pagesOf(items)
        .filter(isShown)
        .map((item) => (
          <li key={item.id}>
            {item.path === '' ? (
              <Group current={current} isShort={isShort} item={item} list={list} />
            ) : (
              <>
                <Entry
                  isCurrent={item.id === current?.id}
                  isShort={isShort}
                  item={item}
                  onChoose={onChoose}
                />
                {pagesOf(item.children).length > 0 && list(item.children)}
              </>
            )}
          </li>
        ))}
    </ul>
  );
  return (
    <nav aria-label={t('shell.menu')} className={isShort ? 'hp-menu hp-menu-short' : 'hp-menu'}>
      {list(shown)}
    </nav>
  );
}

const iconOf = ({ icon }: MenuItem) => (isIconName(icon) ? icon : 'dot');

interface GroupProps {
  item: MenuItem;
  current: MenuItem | undefined;
  isShort: boolean;
  list: (items: readonly MenuItem[], id?: string) => ReactNode;
}

/** A group collapses by its title; in the narrow menu it is a line and never collapsed. */
function Group({ item, current, isShort, list }: GroupProps): ReactNode {
  const id = useId();
  const isCollapsed = useFolds(({ collapsed }) => collapsed.includes(item.id)) && !isShort;
  const title = titleOf(item);
  if (isShort) {
    return (
      <>
        <span className="hp-menu-line">
          <span className="hp-unseen">{title}</span>
        </span>
        {list(item.children)}
      </>
    );
  }
  const holds = current !== undefined && pagesOf(item.children).some(({ id: child }) => child === current.id);
  return (
    <>
      <button
        aria-controls={isCollapsed ? undefined : id}
        aria-expanded={!isCollapsed}
        className={isCollapsed && holds ? 'hp-menu-group hp-menu-holds' : 'hp-menu-group'}
        onClick={() => toggle(item.id)}
        type="button"
      >
        <Icon name={iconOf(item)} size={18} />
        <span>{title}</span>
        <Icon className="hp-menu-fold" name={isCollapsed ? 'right' : 'down'} size={14} />
      </button>
      {!isCollapsed && list(item.children, id)}
    </>
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
    <Link
      aria-current={isCurrent ? 'page' : undefined}
      className={isCurrent ? 'hp-menu-item hp-menu-now' : 'hp-menu-item'}
      onClick={onChoose}
      title={isShort ? title : undefined}
      to={addressOf(item)}
    >
      <Icon name={iconOf(item)} />
      <span className={isShort ? 'hp-unseen' : ''}>{title}</span>
      {item.components_title === 'alarms' && <Badge of={AlarmBadge} />}
      {item.components_title === 'inverterSet' && <Badge of={ApprovalBadge} />}
    </Link>
  );
}

/** Requested once the screen has all its data. */
function Badge({ of: Count }: { of: ComponentType }): ReactNode {
  const isCalm = useIsIdle(useHasFormats(), BADGE_AFTER_MS);
  return (
    isCalm && (
      <Suspense fallback={null}>
        <Count />
      </Suspense>
    )
  );
}
