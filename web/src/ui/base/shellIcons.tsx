// The drawings of the signed-in part, by the names that menus and screens use. Same grid and stroke as in Icon.tsx.
import { addDrawings, type Drawings } from './Icon.tsx';

export const shellDrawings = {
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
  signOut: <path d="M11.500 4H5v12h6.500M8.500 10h8.500M14 7l3 3-3 3" />,
  clear: <path d="M4 6h12M8 6V4.200h4V6M5.500 6l.8 10.500h7.400L14.500 6M8.500 9v4.800M11.500 9v4.800" />,
  copy: (
    <>
      <rect x="7" y="7" width="9.500" height="9.500" rx="1.500" />
      <path d="M4.700 13H3.500V3.500H13v1.200" />
    </>
  ),
  back: <path d="M16.500 10h-13M8.500 5l-5 5 5 5" />,
  raise: <path d="m5 12.500 5-5 5 5" />,
  lower: <path d="m5 7.500 5 5 5-5" />,
  grip: <path d="M7.500 5v.1M12.500 5v.1M7.500 10v.1M12.500 10v.1M7.500 15v.1M12.500 15v.1" />,
  calendar: (
    <>
      <rect x="3" y="4.500" width="14" height="12" rx="1.500" />
      <path d="M3 8.500h14M7 3v3M13 3v3" />
    </>
  ),
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
  print: (
    <>
      <path d="M6 7V3h8v4M6 14H3.500V7h13v7H14" />
      <path d="M6 11.500h8V17H6z" />
    </>
  ),
  house: <path d="M3 9.500 10 3.500l7 6M5 8v8.500h10V8M8.500 16.500v-4h3v4" />,
  grid: <path d="M10 2.500 6 17.500M10 2.500l4 15M4 7.500h12M5 11.500h10M7.300 12l5.700 5M12.700 12 7 17" />,
  battery: (
    <>
      <rect x="5" y="4.500" width="10" height="13" rx="1.500" />
      <path d="M8 4.500v-2h4v2" />
    </>
  ),
  engine: (
    <>
      <circle cx="10" cy="10" r="7" />
      <path d="M13 8a3.500 3.500 0 1 0 .2 3.500H10.500" />
    </>
  ),
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
  phone: (
    <>
      <rect height="15" rx="2" width="9" x="5.500" y="2.500" />
      <path d="M9 14.700h2" />
    </>
  ),
  mail: (
    <>
      <rect height="11" rx="1.500" width="14" x="3" y="4.500" />
      <path d="m3.500 6 6.500 5 6.500-5" />
    </>
  ),
  leaf: (
    <path d="M4 16.500c.5-8 5-12.500 13-13 0 8-4 12.500-10.500 11.500M4 16.500c1.500-3.500 4-6 7.500-7.500" />
  ),
  pulse: <path d="M2.500 10.500h3.500l2-5.500 3.500 10 2.500-7 1.200 2.500h2.300" />,
  up: <path d="M10 16.500v-13M5 8.500l5-5 5 5" />,
  plus: <path d="M10 4v12M4 10h12" />,
  dot: <circle cx="10" cy="10" r="2.500" />,
} satisfies Drawings;

addDrawings(shellDrawings);
