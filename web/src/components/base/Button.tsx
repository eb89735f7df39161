import type { ComponentProps, ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';
import { Icon, type IconName } from './Icon.tsx';
import './button.css';

interface Look {
  /** `primary` is the one main action of a form or a page. */
  variant?: 'primary' | 'secondary' | 'text' | 'link';
  isDanger?: boolean;
  isSmall?: boolean;
}

export interface ButtonProps extends ComponentProps<'button'>, Look {
  /** True: the action runs; further clicks do nothing, and the button keeps the focus. */
  isBusy?: boolean;
  icon?: IconName | undefined;
}

const classesOf = (
  { variant = 'secondary', isDanger, isSmall }: Look,
  more: (string | false | undefined)[],
) =>
  ['hp-btn', `hp-btn-${variant}`, isDanger && 'hp-btn-danger', isSmall && 'hp-btn-small', ...more]
    .filter(Boolean)
    .join(' ');

/** A button; `type` defaults to `button`. */
export function Button(props: ButtonProps): ReactNode {
  const { variant, isDanger, isBusy, isSmall, icon, className, children, onClick, ...rest } = props;
  return (
    <button
      type="button"
      {...rest}
      aria-busy={isBusy || undefined}
      className={classesOf({ variant, isDanger, isSmall }, [!children && 'hp-btn-icon', className])}
      onClick={(event) => {
        if (isBusy) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {isBusy ? (
        <span aria-hidden="true" className="hp-btn-spinner" />
      ) : (
        icon && <Icon name={icon} size={16} />
      )}
      {children}
    </button>
  );
}

/** A link styled as a button. */
export function LinkButton({ variant, isDanger, isSmall, className, ...rest }: LinkProps & Look): ReactNode {
  return <Link {...rest} className={classesOf({ variant, isDanger, isSmall }, [className])} />;
}
