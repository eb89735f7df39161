// What can be done with a row: buttons beside each other, and on a phone one button that opens a menu.
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { t } from '../../i18n.ts';
import { Icon, type IconName } from '../base/Icon.tsx';
import { Popup, PopupItem } from '../base/Popup.tsx';
import { useIsPhone } from '../base/useNarrow.ts';
import './rowActions.css';

interface ActionView {
  /** The action with the name of the object it acts on. */
  label: string;
  /** Short text of the button; without one the button shows the icon. */
  words?: string;
  icon?: IconName;
}

/** Opens an address or runs a function, never both and never neither. */
export type RowAction = ActionView &
  (
    | { to: string; onClick?: never; isDanger?: never; isDisabled?: never }
    | { onClick: () => void; to?: never; isDanger?: boolean; isDisabled?: boolean }
  );

interface RowActionsProps {
  /** Of the row. */
  name: string;
  /** Those that the reader may do; false for one that he may not. */
  actions: readonly (RowAction | false)[];
}

export function RowActions({ name, actions }: RowActionsProps): ReactNode {
  const isPhone = useIsPhone();
  const possible = actions.filter((one) => one !== false);
  if (possible.length === 0) return null;
  if (!isPhone)
    return (
      <span className="hp-row-actions">
        {possible.map((one) => (
          <Beside action={one} key={one.label} />
        ))}
      </span>
    );
  return <MoreActions actions={possible} name={name} />;
}

interface MoreActionsProps {
  /** Of what the actions act on. */
  name: string;
  actions: readonly RowAction[];
}

/** One button that opens a menu of the actions. */
export function MoreActions({ name, actions }: MoreActionsProps): ReactNode {
  return (
    <Popup button={<Icon name="more" />} className="hp-row-more" label={t('table.actionsOf', { name })}>
      {(close) =>
        actions
          .filter(({ isDisabled }) => !isDisabled)
          .map(({ label, icon, isDanger, to, onClick }) =>
            to === undefined ? (
              <PopupItem
                key={label}
                onClick={() => {
                  close();
                  onClick();
                }}
              >
                {icon && <Icon name={icon} size={16} />}
                <span className={isDanger ? 'hp-row-danger' : ''}>{label}</span>
              </PopupItem>
            ) : (
              <Link className="hp-popup-item" key={label} onClick={close} to={to}>
                {icon && <Icon name={icon} size={16} />}
                {label}
              </Link>
            ),
          )
      }
    </Popup>
  );
}

function Beside({ action }: { action: RowAction }): ReactNode {
  const { label, words, icon = 'more', isDanger = false, isDisabled = false, to, onClick } = action;
  if (words !== undefined && to !== undefined)
    return (
      <Link aria-label={label} className="hp-button hp-button-quiet hp-button-small" to={to}>
        {words}
      </Link>
    );
  if (words !== undefined)
    return (
      <Button
        aria-label={label}
        danger={isDanger}
        disabled={isDisabled}
        onClick={onClick}
        size="small"
        {...(isDanger ? { type: 'text' } : {})}
      >
        {words}
      </Button>
    );
  const shared = { 'aria-label': label, className: 'hp-icon-button', title: label };
  return to === undefined ? (
    <button {...shared} disabled={isDisabled} onClick={onClick} type="button">
      <Icon name={icon} size={16} />
    </button>
  ) : (
    <Link {...shared} to={to}>
      <Icon name={icon} size={16} />
    </Link>
  );
}
