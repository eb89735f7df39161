import type { ComponentProps, ReactNode } from 'react';
import './button.css';

export interface ButtonProps extends ComponentProps<'button'> {
  /** `primary` is the one main action of a form or a page. */
  variant?: 'primary' | 'secondary' | 'text' | 'link';
  isDanger?: boolean;
  /** True: the action runs; further clicks do nothing, and the button keeps the focus. */
  isBusy?: boolean;
  isSmall?: boolean;
  icon?: ReactNode;
}

/** A button; `type` is `button` unless it says otherwise. */
export function Button(props: ButtonProps): ReactNode {
  const {
    variant = 'secondary',
    isDanger,
    isBusy,
    isSmall,
    icon,
    className,
    children,
    onClick,
    ...rest
  } = props;
  const classes = [
    'hp-btn',
    `hp-btn-${variant}`,
    isDanger && 'hp-btn-danger',
    isSmall && 'hp-btn-small',
    !children && 'hp-btn-icon',
    className,
  ];
  return (
    <button
      type="button"
      {...rest}
      aria-busy={isBusy || undefined}
      className={classes.filter(Boolean).join(' ')}
      onClick={(event) => {
        if (isBusy) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {isBusy ? <span aria-hidden="true" className="hp-btn-spinner" /> : icon}
      {children}
    </button>
  );
}
