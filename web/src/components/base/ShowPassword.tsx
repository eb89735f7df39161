import type { ReactNode } from 'react';
import { t } from '../../i18n.ts';
import { Icon } from './Icon.tsx';

interface ShowPasswordProps {
  isShown: boolean;
  onChange: (isShown: boolean) => void;
  className: string;
}

/** The button in a password field that shows and hides what was typed. */
export function ShowPassword({ isShown, onChange, className }: ShowPasswordProps): ReactNode {
  const words = isShown ? t('login.hidePassword') : t('login.showPassword');
  return (
    <button
      aria-label={words}
      aria-pressed={isShown}
      className={className}
      onClick={() => onChange(!isShown)}
      title={words}
      type="button"
    >
      <Icon name={isShown ? 'eyeClosed' : 'eye'} />
    </button>
  );
}
