// What can be done with a row: buttons beside each other, and on a phone one button that opens a menu.
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { t } from '../../i18n.ts';
import { Icon, type IconName } from '../base/Icon.tsx';
import { Popup, PopupItem } from '../base/Popup.tsx';
import { useIsPhone } from '../base/useNarrow.ts';
import './rowActions.css';

export interface RowAction {
  /** What is done, with the name of what it is done to. */
  label: string;
  /** On the button, in a word: the name stands beside it. Without one the icon stands for it. */
  words?: string;
  icon?: IconName;
  isDanger?: boolean;
  isDisabled?: boolean;
  /** Where it leads, or what it does. */
  to?: string;
  onClick?: () => void;
}

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
  return (
    <Popup button={<Icon name="more" />} className="hp-row-more" label={t('table.actionsOf', { name })}>
      {(close) =>
        possible
          .filter(({ isDisabled }) => !isDisabled)
          .map(({ label, icon, isDanger, to, onClick }) =>
            to === undefined ? (
              <PopupItem
                key={label}
                onClick={() => {
                  close();
                  onClick?.();
                }}
              >
                {icon && <Icon name={icon} size={16} />}
                <span className={isDanger ? 'hp-row-danger' : ''}>{label}</span>
              </PopupItem>
            ) : (
              <Link className="hp-popup-item" key={label} to={to}>
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
