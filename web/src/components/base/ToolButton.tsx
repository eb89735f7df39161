import type { ReactNode } from 'react';
import { Icon, type IconName } from './Icon.tsx';
import './small.css';

interface ToolButtonProps {
  icon: IconName;
  label: string;
  onClick: () => void;
  isDisabled?: boolean;
  isPressed?: boolean;
}

/** An icon button; its label appears on hover. */
export function ToolButton({ icon, label, onClick, isDisabled, isPressed }: ToolButtonProps): ReactNode {
  return (
    <button
      aria-label={label}
      aria-pressed={isPressed}
      className="hp-icon-button"
      disabled={isDisabled}
      onClick={onClick}
      title={label}
      type="button"
    >
      <Icon name={icon} size={18} />
    </button>
  );
}
