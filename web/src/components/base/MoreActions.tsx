// A menu of actions for an object, behind one button. Without the UI kit.
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { t } from '../../i18n.ts';
import { Icon, type IconName } from './Icon.tsx';
import { Popup, PopupItem } from './Popup.tsx';
import './moreActions.css';

interface ActionView {
  /** The action with the name of its object. */
  label: string;
  /** Short text of the button; without one the button shows the icon. */
  words?: string;
  icon?: IconName;
}

/** Either opens a URL or runs a function. */
export type Action = ActionView &
  (
    | { to: string; onClick?: never; isDanger?: never; isDisabled?: never }
    | { onClick: () => void; to?: never; isDanger?: boolean; isDisabled?: boolean }
  );

interface MoreActionsProps {
  /** Of what the actions act on. */
  name: string;
  actions: readonly Action[];
}

/** One button that opens a menu of the actions. */
export function MoreActions({ name, actions }: MoreActionsProps): ReactNode {
  return (
    <Popup button={<Icon name="more" />} className="hp-more" label={t('table.actionsOf', { name })}>
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
                <span className={isDanger ? 'hp-more-danger' : ''}>{label}</span>
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
