import { Drawer } from 'antd';
import type { ReactNode } from 'react';
import { t } from '../../i18n.ts';
import { useBrand } from '../../session/brand.ts';
import { MainMenu } from './MainMenu.tsx';

/** The menu where there is no room for it at the side. */
export function PhoneMenu({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }): ReactNode {
  const siderTheme = useBrand((brand) => brand.siderTheme);
  return (
    <Drawer
      aria-label={t('shell.menu')}
      closeIcon={null}
      onClose={onClose}
      open={isOpen}
      placement="left"
      size={280}
      styles={{ body: { padding: 0 } }}
    >
      <div className="hp-drawer" {...(siderTheme === 'dark' ? { 'data-ground': 'dark' } : {})}>
        <MainMenu isShort={false} onChoose={onClose} />
      </div>
    </Drawer>
  );
}
