import { type ReactNode, useId } from 'react';
import { Icon, type IconName } from '../../components/base/Icon.tsx';
import { t } from '../../i18n.ts';

/** Icons of objects; arrows and similar ones are reserved for buttons. */
const names: readonly IconName[] = [
  'plant',
  'dashboard',
  'device',
  'gateway',
  'signal',
  'grid',
  'battery',
  'engine',
  'product',
  'house',
  'user',
  'users',
  'shield',
  'lock',
  'tool',
  'menu',
  'list',
  'columns',
  'document',
  'image',
  'map',
  'clock',
  'refresh',
  'download',
  'print',
  'search',
  'sun',
  'alert',
  'info',
];

interface IconPickerProps {
  value: string;
  onChange: (icon: string) => void;
}

/** The icons for a menu entry, including none. */
export function IconPicker({ value, onChange }: IconPickerProps): ReactNode {
  const group = useId();
  return (
    <fieldset className="hp-icons">
      <legend>{t('auth.menu.icon')}</legend>
      {(['', ...names] as const).map((name) => (
        <label key={name} title={name || t('auth.menu.noIcon')}>
          <input
            aria-label={name || t('auth.menu.noIcon')}
            checked={value === name}
            name={group}
            onChange={() => onChange(name)}
            type="radio"
          />
          {name === '' ? '–' : <Icon name={name} />}
        </label>
      ))}
    </fieldset>
  );
}
