// Custom line icons on a 20 px grid, stroke 1.6: one style for menu, buttons and states, small enough for public
// pages.
import type { CSSProperties, ReactNode } from 'react';
import type { shellDrawings } from './shellIcons.ts';

/** Path data of icons by their names. */
export type Drawings = Record<string, string>;

/** Icons of public pages. The others are loaded with the shell, see shellIcons.ts. */
const publicDrawings = {
  language: 'M3 10a7 7 0 1 0 14 0a7 7 0 1 0 -14 0zM3.2 10h13.6M10 3c-4 4.4-4 9.6 0 14M10 3c4 4.4 4 9.6 0 14',
  sun: 'M6.7 10a3.3 3.3 0 1 0 6.6 0a3.3 3.3 0 1 0 -6.6 0zM10 2.5v1.7M10 15.8v1.7M2.5 10h1.7M15.8 10h1.7M4.7 4.7l1.2 1.2M14.1 14.1l1.2 1.2M15.3 4.7l-1.2 1.2M5.9 14.1l-1.2 1.2',
  moon: 'M16.2 12.1A6.8 6.8 0 0 1 7.9 3.8a6.8 6.8 0 1 0 8.3 8.3z',
  system:
    'M4.5 4h11a1.5 1.5 0 0 1 1.5 1.5v6.5a1.5 1.5 0 0 1 -1.5 1.5h-11a1.5 1.5 0 0 1 -1.5-1.5v-6.5a1.5 1.5 0 0 1 1.5-1.5zM7.5 17h5M10 13.5V17',
  alert: 'M10 3.5 17 16H3zM10 8.2v3.6M10 13.8v.2',
  info: 'M3 10a7 7 0 1 0 14 0a7 7 0 1 0 -14 0zM10 9.3v4.2M10 6.6v.2',
  check: 'M4 10.5l4 4 8-9',
  close: 'M5 5l10 10M15 5 5 15',
  eye: 'M2.5 10c1.8-3.3 4.3-5 7.5-5s5.7 1.7 7.5 5c-1.8 3.3-4.3 5-7.5 5s-5.7-1.7-7.5-5zM7.7 10a2.3 2.3 0 1 0 4.6 0a2.3 2.3 0 1 0 -4.6 0z',
  eyeClosed:
    'M3 7c1.7 2.7 4 4 7 4s5.3-1.3 7-4M5.2 9.6l-1.4 2M14.8 9.6l1.4 2M8.2 10.9l-.5 2.4M11.8 10.9l.5 2.4',
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
      <path d={drawings[name]} />
    </svg>
  );
}
