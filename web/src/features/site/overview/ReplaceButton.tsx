import type { ReactNode } from 'react';
import { Icon } from '../../../components/base/Icon.tsx';
import type { DeviceRow } from '../../../components/pv/deviceRows.ts';
import { t } from '../../../i18n.ts';

interface ReplaceButtonProps {
  row: DeviceRow;
  /** Absent for those who may not. */
  onReplace: ((sn: string) => void) | undefined;
  /** Where words would take the room of a column. */
  isIcon?: boolean;
}

/** Opens the replacement of a device; a part goes with its machine. */
export function ReplaceButton({ row: { device }, onReplace, isIcon = false }: ReplaceButtonProps): ReactNode {
  if (onReplace === undefined || device.part !== '') return null;
  const label = t('site.replace.openOf', { sn: device.sn });
  if (isIcon)
    return (
      <button
        aria-label={label}
        className="hp-icon-button"
        onClick={() => onReplace(device.sn)}
        title={label}
        type="button"
      >
        <Icon name="flip" size={16} />
      </button>
    );
  return (
    <button
      aria-label={label}
      className="hp-button hp-button-quiet hp-button-small"
      onClick={() => onReplace(device.sn)}
      type="button"
    >
      {t('site.replace.open')}
    </button>
  );
}
