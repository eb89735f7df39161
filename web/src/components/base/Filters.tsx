// Search and filters in a line. On a phone the search stays and the rest waits behind one button, which shows when one of
// them is set.
import { type ReactNode, useId, useState } from 'react';
import { t } from '../../i18n.ts';
import { Icon } from './Icon.tsx';
import './filters.css';

export function Filters({ className, children }: { className: string; children: ReactNode }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <div className={`hp-filters ${className} ${isOpen ? 'hp-filters-open' : ''}`} id={id}>
      {children}
      <button
        aria-controls={id}
        aria-expanded={isOpen}
        className="hp-filters-button"
        onClick={() => setOpen(!isOpen)}
        type="button"
      >
        <Icon name="columns" size={16} />
        {t('ui.filters')}
      </button>
    </div>
  );
}
