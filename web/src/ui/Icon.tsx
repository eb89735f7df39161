// Our own line icons on a 20 px grid, stroke 1.6: one hand for menu, buttons and states, light enough for public pages.
import type { CSSProperties, ReactNode } from 'react';

const drawings = {
  plant: (
    <>
      <path d="M3.2 16.2 5.4 9h9.2l2.2 7.2z" />
      <path d="M4.3 12.6h11.4M10 9v7.2" />
      <path d="M10 2.4v1.2M5.9 4.1l.8.8M14.1 4.1l-.8.8M7.4 6.6a2.7 2.7 0 0 1 5.2 0" />
    </>
  ),
  dashboard: (
    <>
      <rect x="3" y="3" width="6" height="7" rx="1.5" />
      <rect x="11" y="3" width="6" height="4" rx="1.5" />
      <rect x="3" y="12" width="6" height="5" rx="1.5" />
      <rect x="11" y="9" width="6" height="8" rx="1.5" />
    </>
  ),
  device: (
    <>
      <rect x="3" y="5" width="14" height="10" rx="2" />
      <path d="M6 9.6c.9-1.8 2-1.8 3 0s2.100 1.800 3 0" />
      <path d="M14.500 9.500v1M6 15v2M14 15v2" />
    </>
  ),
  signal: <path d="M10 15.800v-3M6.800 10a4.500 4.500 0 0 1 6.400 0M4.300 7.300a8 8 0 0 1 11.400 0" />,
  users: (
    <>
      <circle cx="7.500" cy="7" r="2.800" />
      <path d="M2.600 16c.4-2.900 2.300-4.400 4.900-4.400s4.500 1.500 4.900 4.400" />
      <path d="M12.800 4.500a2.600 2.600 0 0 1 0 5M14.400 12c1.800.5 2.800 1.900 3 4" />
    </>
  ),
  user: (
    <>
      <circle cx="10" cy="7" r="3.200" />
      <path d="M4 16.600c.6-3.200 2.900-4.800 6-4.800s5.400 1.600 6 4.800" />
    </>
  ),
  gateway: (
    <>
      <rect height="5.5" rx="1.5" width="14" x="3" y="11" />
      <path d="M6 13.800h.2M9 13.800h.2M10 11V8.500M7.600 6.800a3.400 3.400 0 0 1 4.800 0M5.600 4.700a6.300 6.300 0 0 1 8.800 0" />
    </>
  ),
  product: (
    <>
      <path d="m10 2.800 6.300 3.500v7.400L10 17.200l-6.300-3.500V6.300z" />
      <path d="m3.900 6.400 6.100 3.400 6.100-3.400M10 9.800v7.200" />
    </>
  ),
  document: (
    <>
      <path d="M5 2.800h6.500L15 6.300v10.900H5z" />
      <path d="M11.300 3v3.500h3.500M7.500 10h5M7.500 13h5" />
    </>
  ),
  tool: (
    <path d="M12.600 3.200a4.200 4.200 0 0 0-4.700 5.600l-5 5a1.700 1.700 0 0 0 2.400 2.400l5-5a4.200 4.200 0 0 0 5.600-4.700l-2.500 2.500-2.600-.7-.7-2.600z" />
  ),
  shield: <path d="M10 2.800 4 5v4.600c0 3.600 2.400 6.200 6 7.600 3.600-1.400 6-4 6-7.600V5z" />,
  menu: <path d="M3.500 5.500h13M3.500 10h13M3.500 14.500h13" />,
  collapse: <path d="M3.500 4.500v11M16.500 10H7M10.500 6.200 6.800 10l3.700 3.800" />,
  expand: <path d="M16.500 4.500v11M3.500 10H13M9.500 6.200l3.700 3.800-3.700 3.800" />,
  language: (
    <>
      <circle cx="10" cy="10" r="7" />
      <path d="M3.200 10h13.600M10 3c-4 4.400-4 9.600 0 14M10 3c4 4.400 4 9.600 0 14" />
    </>
  ),
  sun: (
    <>
      <circle cx="10" cy="10" r="3.300" />
      <path d="M10 2.500v1.700M10 15.800v1.700M2.500 10h1.700M15.800 10h1.700M4.700 4.700l1.200 1.200M14.100 14.100l1.200 1.200M15.300 4.700l-1.200 1.200M5.900 14.100l-1.200 1.200" />
    </>
  ),
  moon: <path d="M16.200 12.100A6.800 6.800 0 0 1 7.900 3.800a6.800 6.800 0 1 0 8.300 8.300z" />,
  system: (
    <>
      <rect x="3" y="4" width="14" height="9.500" rx="1.500" />
      <path d="M7.500 17h5M10 13.500V17" />
    </>
  ),
  signOut: <path d="M11.500 4H5v12h6.500M8.500 10h8.500M14 7l3 3-3 3" />,
  clear: <path d="M4 6h12M8 6V4.200h4V6M5.500 6l.8 10.500h7.400L14.500 6M8.500 9v4.800M11.500 9v4.800" />,
  copy: (
    <>
      <rect x="7" y="7" width="9.500" height="9.500" rx="1.500" />
      <path d="M4.700 13H3.500V3.500H13v1.200" />
    </>
  ),
  check: <path d="m4 10.500 4 4 8-9" />,
  close: <path d="m5 5 10 10M15 5 5 15" />,
  back: <path d="M16.500 10h-13M8.500 5l-5 5 5 5" />,
  down: <path d="m5 7.500 5 5 5-5" />,
  left: <path d="m12.500 5-5 5 5 5" />,
  right: <path d="m7.500 5 5 5-5 5" />,
  search: (
    <>
      <circle cx="9" cy="9" r="5.200" />
      <path d="m13 13 4 4" />
    </>
  ),
  columns: (
    <>
      <rect x="3" y="4" width="14" height="12" rx="1.500" />
      <path d="M7.700 4v12M12.300 4v12" />
    </>
  ),
  download: <path d="M10 3v9.500M6.200 9l3.800 3.700L13.800 9M3.500 16.500h13" />,
  image: (
    <>
      <rect x="3" y="4" width="14" height="12" rx="1.500" />
      <path d="m3.500 14 4-4 3 3 2.500-2.500 3.500 3.500" />
      <circle cx="12.800" cy="7.500" r="1" />
    </>
  ),
  refresh: (
    <path d="M16 8.200A6.300 6.300 0 0 0 4.500 7M4 3.500V7h3.500M4 11.800A6.300 6.300 0 0 0 15.500 13M16 16.500V13h-3.500" />
  ),
  eye: (
    <>
      <path d="M2.500 10c1.800-3.300 4.300-5 7.500-5s5.700 1.700 7.500 5c-1.800 3.300-4.300 5-7.500 5s-5.700-1.700-7.500-5z" />
      <circle cx="10" cy="10" r="2.300" />
    </>
  ),
  eyeClosed: (
    <path d="M3 7c1.700 2.700 4 4 7 4s5.300-1.300 7-4M5.200 9.600l-1.400 2M14.800 9.600l1.400 2M8.200 10.900l-.5 2.400M11.800 10.900l.5 2.400" />
  ),
  alert: (
    <>
      <path d="M10 3.500 17 16H3z" />
      <path d="M10 8.200v3.600M10 13.800v.2" />
    </>
  ),
  info: (
    <>
      <circle cx="10" cy="10" r="7" />
      <path d="M10 9.300v4.200M10 6.600v.2" />
    </>
  ),
  clock: (
    <>
      <circle cx="10" cy="10" r="7" />
      <path d="M10 6v4.200l2.800 1.700" />
    </>
  ),
  lock: (
    <>
      <rect x="4.500" y="9" width="11" height="7.500" rx="1.500" />
      <path d="M7 9V6.800a3 3 0 0 1 6 0V9" />
    </>
  ),
  map: (
    <path d="m3 5.500 4.700-2 4.600 2 4.700-2v11l-4.700 2-4.600-2-4.700 2zM7.700 3.500v11M12.300 5.500v11" />
  ),
  list: <path d="M7 5.500h10M7 10h10M7 14.500h10M3.500 5.500h.2M3.500 10h.2M3.500 14.500h.2" />,
  plus: <path d="M10 4v12M4 10h12" />,
  dot: <circle cx="10" cy="10" r="2.500" />,
} satisfies Record<string, ReactNode>;

export type IconName = keyof typeof drawings;

/** True for names that the set knows, so that names from the menu tree can be checked. */
export const isIconName = (name: string | null | undefined): name is IconName =>
  name != null && Object.hasOwn(drawings, name);

interface IconProps {
  name: IconName;
  /** Pixels; default 20. */
  size?: number;
  className?: string;
  style?: CSSProperties;
}

/** A drawing for the eye alone; the words beside it, or the label of its button, say what it means. */
export function Icon({ name, size = 20, className, style }: IconProps): ReactNode {
  return (
    <svg
      aria-hidden="true"
      className={className}
      fill="none"
      height={size}
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
      strokeWidth="1.6"
      style={{ flex: 'none', ...style }}
      viewBox="0 0 20 20"
      width={size}
    >
      {drawings[name]}
    </svg>
  );
}
