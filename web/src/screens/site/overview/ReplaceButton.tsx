import { Button } from 'antd';
import type { ReactNode } from 'react';
import { t } from '../../../i18n.ts';
import type { DeviceRow } from '../../../solar/deviceRows.ts';

interface ReplaceButtonProps {
  row: DeviceRow;
  /** Absent for those who may not. */
  onReplace: ((sn: string) => void) | undefined;
}

/** Opens the replacement of a device; a part goes with its machine. */
export function ReplaceButton({ row: { device }, onReplace }: ReplaceButtonProps): ReactNode {
  if (onReplace === undefined || device.part !== '') return null;
  return (
    <Button
      aria-label={t('site.replace.openOf', { sn: device.sn })}
      onClick={() => onReplace(device.sn)}
      size="small"
    >
      {t('site.replace.open')}
    </Button>
  );
}
