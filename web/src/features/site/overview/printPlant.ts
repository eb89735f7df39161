// Printing in the light theme: charts are redrawn in light colors first.
import { useTheme } from '../../../theme.ts';

const frames = (count: number): Promise<void> =>
  new Promise((resolve) => {
    const step = (left: number) => (left === 0 ? resolve() : requestAnimationFrame(() => step(left - 1)));
    step(count);
  });

/** Prints the page in the light theme, and restores the user's theme. */
export async function printPlant(): Promise<void> {
  // A report is printed as a separate document of several pages.
  const sheet = document.querySelector<HTMLIFrameElement>('iframe.hp-report-sheet');
  if (sheet?.contentWindow) {
    sheet.contentWindow.print();
    return;
  }
  const { ground } = useTheme.getState();
  const root = document.documentElement.dataset;
  const chosen = root.theme;
  if (ground === 'dark') {
    root.theme = 'light';
    useTheme.setState({ ground: 'light' });
    // Charts animate the color change for 180 ms.
    await frames(30);
  }
  try {
    window.print();
  } finally {
    if (ground === 'dark') {
      if (chosen === undefined) delete root.theme;
      else root.theme = chosen;
      useTheme.setState({ ground });
    }
  }
}
