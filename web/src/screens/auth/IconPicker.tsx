import { type ReactNode, useId } from 'react';
import { t } from '../../i18n.ts';
import { Icon, type IconName } from '../../ui/Icon.tsx';
import { shellDrawings } from '../../ui/shellIcons.tsx';

const names = Object.keys(shellDrawings) as IconName[];

interface IconPickerProps {
  value: string;
  onChange: (icon: string) => void;
}

/** The drawings that a menu entry can have; one can also do without. */
export function IconPicker({ value, onChange }: IconPickerProps): ReactNode {
  const group = useId();
  return (
    <fieldset className="hp-icons">
      <legend>{t('auth.menu.icon')}</legend>
      {['', ...names].map((name) => (
        <label key={name} title={name || t('auth.menu.noIcon')}>
          <input
            aria-label={name || t('auth.menu.noIcon')}
            checked={value === name}
            name={group}
            onChange={() => onChange(name)}
            type="radio"
          />
          {name === '' ? '–' : <Icon name={name as IconName} />}
        </label>
      ))}
    </fieldset>
  );
}
