// The component kit's words and colours around what uses it. Screens that draw themselves without the kit say so in
// their handle (`isLight`) and are there without waiting for its 150 kB.
import { ConfigProvider } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { useTheme } from '../../theme.ts';
import { kitLocaleNow } from './kitLocale.ts';
import { kitTheme } from './kitTheme.ts';

/**
 * Popups of the kit live within the page's main part, or within the window that their opener stands in. Not in
 * `.ant-modal` itself, which lets the pointer through.
 */
const popupHome = (opener?: HTMLElement): HTMLElement =>
  opener?.closest<HTMLElement>('.ant-modal-container, .ant-drawer-body') ??
  document.getElementById('content') ??
  document.body;

export function Kit({ children }: { children: ReactNode }): ReactNode {
  const ground = useTheme((theme) => theme.ground);
  const kit = useMemo(() => kitTheme(ground), [ground]);
  return (
    <ConfigProvider getPopupContainer={popupHome} locale={kitLocaleNow()} theme={kit}>
      {children}
    </ConfigProvider>
  );
}
