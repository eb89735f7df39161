import type { ReactNode } from 'react';
import { MenuDrawer } from '../../components/base/Dialog.tsx';
import { t } from '../../i18n.ts';
import { useBrand } from '../../session/brand.ts';
import { MainMenu } from './MainMenu.tsx';

/** The menu on screens too narrow for the sider. */
export function PhoneMenu({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }): ReactNode {
  const siderTheme = useBrand((brand) => brand.siderTheme);
  if (!isOpen) return null;
  return (
    <MenuDrawer label={t('shell.menu')} onClose={onClose}>
      <div className="hp-drawer" {...(siderTheme === 'dark' ? { 'data-ground': 'dark' } : {})}>
        <MainMenu isShort={false} onChoose={onClose} />
      </div>
    </MenuDrawer>
  );
}
