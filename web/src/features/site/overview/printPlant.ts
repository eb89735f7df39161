// Paper is light: charts are drawn in the light colours before the browser takes the page to the printer.
import { useTheme } from '../../../theme.ts';

const frames = (count: number): Promise<void> =>
  new Promise((resolve) => {
    const step = (left: number) => (left === 0 ? resolve() : requestAnimationFrame(() => step(left - 1)));
    step(count);
  });

/** Prints what is on the screen in the light theme, and puts the reader's own back. */
export async function printPlant(): Promise<void> {
  // A report is a sheet of its own, of several pages.
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
    // Charts change their colours within 180 ms.
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
