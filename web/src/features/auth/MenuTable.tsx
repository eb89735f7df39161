import { auth } from '@helioport/contract/auth';
import { type DragEvent, type ReactNode, useState } from 'react';
import { useWrite } from '../../api/query.ts';
import { Icon, isIconName } from '../../components/base/Icon.tsx';
import type { Action } from '../../components/base/MoreActions.tsx';
import { Tag } from '../../components/base/Tag.tsx';
import { formatNumber } from '../../components/base/time.ts';
import { RowActions } from '../../components/table/RowActions.tsx';
import { TreeName, TreeTable } from '../../components/table/TreeTable.tsx';
import { t, type WordKey } from '../../i18n.ts';
import { useMayCall } from '../../session/Can.tsx';
import { titleOf } from '../../session/menus.ts';
import { pageTitle } from '../../session/pageTitle.ts';
import {
  type Menu,
  moved,
  type NewOrder,
  type OnMenu,
  type Row,
  rowsOf,
  stepped,
  type Where,
} from './menuOrder.ts';

const modeWords: Record<Menu['mode'], WordKey> = {
  1: 'auth.mode.page',
  2: 'auth.mode.button',
  3: 'auth.mode.module',
};

interface MenuTableProps {
  list: readonly Menu[];
  /** False during a search, which hides rows: nothing can be moved then. */
  isInOrder: boolean;
  onMenu: OnMenu;
}

interface Drop {
  id: number;
  where: Where;
}

/** The tree as a table. Rows are moved by two buttons or by dragging. */
export function MenuTable({ list, isInOrder, onMenu }: MenuTableProps): ReactNode {
  const [closed, setClosed] = useState<ReadonlySet<number>>(new Set());
  const [dragged, setDragged] = useState<number | null>(null);
  const [drop, setDrop] = useState<Drop | null>(null);
  const sort = useWrite(auth.menuSort);
  const mayMove = useMayCall(auth.menuSort) && isInOrder;
  const order = (wanted: NewOrder | null) => {
    if (wanted) sort.mutate(wanted);
  };
  const toggle = (id: number) =>
    setClosed((now) => new Set(now.has(id) ? [...now].filter((one) => one !== id) : [...now, id]));
  const end = () => {
    setDragged(null);
    setDrop(null);
  };
  const dragOf = ({ menu }: Row) => ({
    draggable: true,
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.effectAllowed = 'move';
      event.dataTransfer.setData('text/plain', String(menu.id));
      setDragged(menu.id);
    },
    onDragOver: (event: DragEvent<HTMLElement>) => {
      const where = whereOf(event);
      const isPossible = dragged !== null && moved(list, dragged, menu.id, where) !== null;
      setDrop(isPossible ? { id: menu.id, where } : null);
      if (isPossible) event.preventDefault();
    },
    onDrop: (event: DragEvent<HTMLElement>) => {
      event.preventDefault();
      if (dragged !== null) order(moved(list, dragged, menu.id, whereOf(event)));
      end();
    },
    onDragEnd: end,
  });
  return (
    <TreeTable
      columns={[
        { title: t('auth.menu.title') },
        { title: t('auth.menu.mode') },
        { title: t('auth.menu.grant') },
        { title: t('auth.menu.path') },
        { title: t('auth.menu.roles'), isNumber: true },
        { title: t('auth.menu.actions'), isUnseen: true },
      ]}
      label={pageTitle('menus')}
    >
      {rowsOf(list, closed).map((row) => (
        <tr
          {...(mayMove ? dragOf(row) : {})}
          className={[
            drop?.id === row.menu.id ? `hp-drop-${drop.where}` : '',
            dragged === row.menu.id ? 'hp-dragged' : '',
          ].join(' ')}
          key={row.menu.id}
        >
          <td>
            <TreeName
              isOpen={row.menu.children.length > 0 ? !closed.has(row.menu.id) : undefined}
              level={row.level}
              name={titleOf(row.menu)}
              onToggle={() => toggle(row.menu.id)}
            >
              <MenuName mayMove={mayMove} menu={row.menu} />
            </TreeName>
          </td>
          <MenuCells menu={row.menu} />
          <td className="hp-number">
            <MenuActions
              menu={row.menu}
              moves={mayMove && movesOf(list, row.menu, { isBusy: sort.isPending, order })}
              onMenu={onMenu}
            />
          </td>
        </tr>
      ))}
    </TreeTable>
  );
}

/** Dropping on the upper quarter of a row means before it, on the lower quarter after it, otherwise inside. */
function whereOf(event: DragEvent<HTMLElement>): Where {
  const { top, height } = event.currentTarget.getBoundingClientRect();
  const share = (event.clientY - top) / height;
  if (share < 0.3) return 'before';
  return share > 0.7 ? 'after' : 'inside';
}

function MenuName({ menu, mayMove }: { menu: Menu; mayMove: boolean }): ReactNode {
  return (
    <span className="hp-menu-name">
      {mayMove && (
        <span className="hp-menu-grip">
          <Icon name="grip" size={16} />
        </span>
      )}
      {isIconName(menu.icon) && <Icon name={menu.icon} size={16} />}
      <span className={menu.mode === 1 ? 'hp-row-name' : ''}>{titleOf(menu)}</span>
      {!menu.isSystem && <Tag tone="act">{t('auth.menu.own')}</Tag>}
    </span>
  );
}

function MenuCells({ menu }: { menu: Menu }): ReactNode {
  const isHeading = menu.mode === 1 && menu.components_title === '';
  const path = menu.path + (menu.params === '' ? '' : `?${menu.params}`);
  return (
    <>
      <td>{isHeading ? t('auth.mode.heading') : t(modeWords[menu.mode])}</td>
      <td>{(menu.mode === 1 ? menu.components_title : menu.title) || '–'}</td>
      <td>{path || '–'}</td>
      <td className="hp-number">{formatNumber(menu.roles.length, 0)}</td>
    </>
  );
}

/** One step up and one down. */
function movesOf(
  list: readonly Menu[],
  menu: Menu,
  { isBusy, order }: { isBusy: boolean; order: (wanted: NewOrder | null) => void },
): Action[] {
  const name = titleOf(menu);
  const up = stepped(list, menu, -1);
  const down = stepped(list, menu, 1);
  return [
    {
      label: t('auth.menu.up', { name }),
      icon: 'raise',
      isDisabled: up === null || isBusy,
      onClick: () => order(up),
    },
    {
      label: t('auth.menu.down', { name }),
      icon: 'lower',
      isDisabled: down === null || isBusy,
      onClick: () => order(down),
    },
  ];
}

interface MenuActionsProps {
  menu: Menu;
  /** False where nothing can be moved. */
  moves: readonly Action[] | false;
  onMenu: OnMenu;
}

function MenuActions({ menu, moves, onMenu }: MenuActionsProps): ReactNode {
  const name = titleOf(menu);
  const mayCreate = useMayCall(auth.menuCreate) && menu.mode === 1;
  const mayEdit = useMayCall(auth.menuUpdate);
  const mayDelete = useMayCall(auth.menuDel) && !menu.isSystem;
  return (
    <RowActions
      actions={[
        ...(moves || []),
        mayCreate && {
          label: t('auth.menu.below', { name }),
          icon: 'plus',
          onClick: () => onMenu('below', menu),
        },
        mayEdit && {
          label: t('form.editNamed', { name }),
          words: t('form.edit'),
          icon: 'edit',
          onClick: () => onMenu('edit', menu),
        },
        mayDelete && {
          label: t('form.deleteNamed', { name }),
          icon: 'clear',
          isDanger: true,
          onClick: () => onMenu('delete', menu),
        },
      ]}
      name={name}
    />
  );
}
