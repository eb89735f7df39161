import type { ReactNode } from 'react';
import { t } from '../../i18n.ts';
import { Icon, type IconName } from '../base/Icon.tsx';
import './chosen.css';

export interface ChosenAction {
  key: string;
  title: string;
  icon: IconName;
  /** It cannot be taken back. */
  isFinal?: boolean;
  onClick: () => void;
}

interface ChosenBarProps {
  /** How many rows are chosen, in words. */
  label: string;
  actions: readonly ChosenAction[];
  onClear: () => void;
}

/** How many rows are chosen, and what can be done with them. It stays in sight below the list. */
export function ChosenBar({ label, actions, onClear }: ChosenBarProps): ReactNode {
  return (
    <section aria-label={label} className="hp-chosen">
      <output className="hp-chosen-count">{label}</output>
      <div className="hp-chosen-actions">
        {actions.map(({ key, title, icon, isFinal, onClick }) => (
          <button
            className={isFinal ? 'hp-tool-button hp-chosen-final' : 'hp-tool-button'}
            key={key}
            onClick={onClick}
            type="button"
          >
            <Icon name={icon} size={16} />
            {title}
          </button>
        ))}
      </div>
      <button
        aria-label={t('site.bulk.clear')}
        className="hp-icon-button"
        onClick={onClear}
        title={t('site.bulk.clear')}
        type="button"
      >
        <Icon name="close" size={18} />
      </button>
    </section>
  );
}
