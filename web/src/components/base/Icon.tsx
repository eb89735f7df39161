// Custom line icons on a 20 px grid, stroke 1.6: one style for menu, buttons and states, small enough for public
// pages.
import type { CSSProperties, ReactNode } from 'react';
import type { shellDrawings } from './shellIcons.tsx';

export type Drawings = Record<string, ReactNode>;

/** Icons of public pages. The others are loaded with the shell, see shellIcons.tsx. */
const publicDrawings = {
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
  check: <path d="m4 10.500 4 4 8-9" />,
  close: <path d="m5 5 10 10M15 5 5 15" />,
  eye: (
    <>
      <path d="M2.500 10c1.800-3.300 4.300-5 7.500-5s5.700 1.700 7.500 5c-1.800 3.300-4.300 5-7.500 5s-5.700-1.700-7.500-5z" />
      <circle cx="10" cy="10" r="2.300" />
    </>
  ),
  eyeClosed: (
    <path d="M3 7c1.700 2.700 4 4 7 4s5.300-1.300 7-4M5.200 9.600l-1.400 2M14.800 9.600l1.400 2M8.200 10.900l-.5 2.400M11.800 10.900l.5 2.400" />
  ),
} satisfies Drawings;

export type IconName = keyof typeof publicDrawings | keyof typeof shellDrawings;

const drawings: Drawings = { ...publicDrawings };

/** Adds icons loaded later. */
export const addDrawings = (more: Drawings): void => void Object.assign(drawings, more);

/** True for names of the icon set, to check names from the menu tree. */
export const isIconName = (name: string): name is IconName => Object.hasOwn(drawings, name);

interface IconProps {
  name: IconName;
  /** Pixels; default 20. */
  size?: number;
  className?: string;
  style?: CSSProperties;
}

/** A decorative icon, hidden from assistive technology; the adjacent text or the button's label gives the meaning. */
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
