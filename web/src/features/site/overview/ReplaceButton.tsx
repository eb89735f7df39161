import type { ReactNode } from 'react';
import { Button } from '../../../components/base/Button.tsx';
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
    <Button aria-label={label} isSmall onClick={() => onReplace(device.sn)}>
      {t('site.replace.open')}
    </Button>
  );
}
