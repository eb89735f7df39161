import type { ReactNode } from 'react';
import { Button } from '../../../components/base/Button.tsx';
import { ToolButton } from '../../../components/base/ToolButton.tsx';
import type { DeviceRow } from '../../../components/pv/deviceRows.ts';
import { t } from '../../../i18n.ts';

interface ReplaceButtonProps {
  row: DeviceRow;
  /** Absent without permission. */
  onReplace: ((sn: string) => void) | undefined;
  /** True where a text would need too much space. */
  isIcon?: boolean;
}

/** Opens the replacement of a device; a component is replaced with its composite device. */
export function ReplaceButton({ row: { device }, onReplace, isIcon = false }: ReplaceButtonProps): ReactNode {
  if (onReplace === undefined || device.part !== '') return null;
  const label = t('site.replace.openOf', { sn: device.sn });
  if (isIcon) return <ToolButton icon="flip" label={label} onClick={() => onReplace(device.sn)} size={16} />;
  return (
    <Button aria-label={label} isSmall onClick={() => onReplace(device.sn)}>
      {t('site.replace.open')}
    </Button>
  );
}
