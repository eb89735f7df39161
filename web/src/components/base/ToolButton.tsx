import type { ReactNode } from 'react';
import { Icon, type IconName } from './Icon.tsx';
import './small.css';

interface ToolButtonProps {
  icon: IconName;
  label: string;
  onClick: (() => void) | undefined;
  isDisabled?: boolean;
  isPressed?: boolean;
  /** Of a button that shows and hides something. */
  isOpen?: boolean;
  /** Of the icon, pixels. */
  size?: number;
}

/** An icon button; its label appears on hover. */
export function ToolButton({
  icon,
  label,
  onClick,
  isDisabled,
  isPressed,
  isOpen,
  size = 18,
}: ToolButtonProps): ReactNode {
  return (
    <button
      aria-expanded={isOpen}
      aria-label={label}
      aria-pressed={isPressed}
      className="hp-icon-button"
      disabled={isDisabled}
      onClick={onClick}
      title={label}
      type="button"
    >
      <Icon name={icon} size={size} />
    </button>
  );
}
