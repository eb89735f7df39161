// Reads the tokens of components/base/tokens.css for code that cannot use CSS variables (canvas charts), and stores
// the user's choice of light, dark or system theme.
import { create } from 'zustand';

const THEME = 'helioport-theme';

export type ThemeChoice = 'system' | 'light' | 'dark';
export type Ground = 'light' | 'dark';

/** Names of the color tokens, without the leading `--hp-`. */
export type ColorToken =
  | 'ground'
  | 'surface'
  | 'raised'
  | 'hairline'
  | 'edge'
  | 'ink'
  | 'muted'
  | 'faint'
  | 'hover'
  | 'shade'
  | 'act'
  | 'act-strong'
  | 'act-soft'
  | 'on-act'
  | 'production'
  | 'production-text'
  | 'production-soft'
  | 'consumption'
  | 'import'
  | 'export'
  | 'battery'
  | 'series-1'
  | 'series-2'
  | 'series-3'
  | 'series-4'
  | 'series-5'
  | 'series-6'
  | 'online'
  | 'online-soft'
  | 'alert'
  | 'alert-soft'
  | 'offline'
  | 'offline-soft'
  | 'uncommissioned'
  | 'uncommissioned-soft'
  | 'on-scale'
  | 'on-scale-deep'
  | `scale-${1 | 2 | 3 | 4 | 5 | 6 | 7}`;

/** A token as CSS writes it, for inline styles and SVG. */
export const cssColor = (token: ColorToken): string => `var(--hp-${token})`;

const systemIsDark = () => matchMedia('(prefers-color-scheme: dark)').matches;
const groundOf = (choice: ThemeChoice): Ground =>
  choice === 'system' ? (systemIsDark() ? 'dark' : 'light') : choice;

const storedChoice = (): ThemeChoice => {
  const chosen = document.documentElement.dataset.theme;
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system';
};

interface ThemeState {
  choice: ThemeChoice;
  /** The theme in effect. */
  ground: Ground;
  choose: (choice: ThemeChoice) => void;
}

export const useTheme = create<ThemeState>()((set) => ({
  choice: storedChoice(),
  ground: groundOf(storedChoice()),
  choose: (choice) => {
    if (choice === 'system') {
      localStorage.removeItem(THEME);
      delete document.documentElement.dataset.theme;
    } else {
      localStorage.setItem(THEME, choice);
      document.documentElement.dataset.theme = choice;
    }
    set({ choice, ground: groundOf(choice) });
  },
}));

matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
  const { choice } = useTheme.getState();
  useTheme.setState({ ground: groundOf(choice) });
});

/**
 * The token's value on the ground now shown, as `rgb(…)`. A probe element resolves it, because a custom property
 * itself reads back as the unresolved `light-dark(…)`.
 */
export function colorNow(token: ColorToken): string {
  const probe = document.createElement('i');
  probe.style.color = cssColor(token);
  probe.hidden = true;
  document.body.append(probe);
  const color = getComputedStyle(probe).color;
  probe.remove();
  return color;
}

/** The font stack of tokens.css. */
export const fontNow = (): string =>
  getComputedStyle(document.documentElement).getPropertyValue('--hp-font').trim();
