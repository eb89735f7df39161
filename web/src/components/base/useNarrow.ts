import { useSyncExternalStore } from 'react';

/** The width below which tables become cards and the sider a drawer, in pixels. */
const phone = matchMedia('(max-width: 639.98px)');
const noSider = matchMedia('(max-width: 899.98px)');

const watching = (query: MediaQueryList) => (onChange: () => void) => {
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
};
const watchPhone = watching(phone);
const watchNoSider = watching(noSider);

/** True below 640 px. */
export const useIsPhone = (): boolean => useSyncExternalStore(watchPhone, () => phone.matches);
/** True below 900 px, where the sider would leave too little space. */
export const useHasNoSider = (): boolean => useSyncExternalStore(watchNoSider, () => noSider.matches);
