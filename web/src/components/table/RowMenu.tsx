// The menu of the actions of a row, above all content, so that the scrolling area of a table does not clip it.
import { Menu } from '@base-ui/react/menu';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { t } from '../../i18n.ts';
import { Icon } from '../base/Icon.tsx';
import type { Action } from '../base/MoreActions.tsx';
import { usePopupHome } from '../base/popupHome.ts';

interface RowMenuProps {
  /** Of the row. */
  name: string;
  actions: readonly Action[];
}

export function RowMenu({ name, actions }: RowMenuProps): ReactNode {
  const home = usePopupHome();
  const label = t('table.actionsOf', { name });
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger aria-label={label} className="hp-icon-button hp-row-more" title={label}>
        <Icon name="more" size={18} />
      </Menu.Trigger>
      <Menu.Portal container={home}>
        <Menu.Positioner align="end" className="hp-row-menu-place" collisionPadding={12} sideOffset={4}>
          <Menu.Popup className="hp-row-menu">
            {actions.map((action) => (
              <RowMenuItem action={action} key={action.label} />
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

function RowMenuItem({ action }: { action: Action }): ReactNode {
  const { label, icon, isDanger = false, isDisabled = false, to, onClick } = action;
  const content = (
    <>
      {icon && <Icon name={icon} size={16} />}
      <span>{label}</span>
    </>
  );
  if (to !== undefined)
    return (
      <Menu.LinkItem className="hp-row-menu-item" closeOnClick render={<Link to={to} />}>
        {content}
      </Menu.LinkItem>
    );
  return (
    <Menu.Item
      className={`hp-row-menu-item${isDanger ? ' hp-row-menu-danger' : ''}`}
      disabled={isDisabled}
      onClick={onClick}
    >
      {content}
    </Menu.Item>
  );
}
