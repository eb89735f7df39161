// Keys j, k, Enter and x in every table, card list and tree: the row itself is focused, so that the position is
// visible and screen readers read the row.
import { useKeys } from '../base/keys.ts';

const TABLES = '.hp-table, .hp-tree, .hp-roof-list';
const ROWS = 'tbody > tr, .hp-cards > li';

const rowOf = (element: Element | null): HTMLElement | null => element?.closest<HTMLElement>(ROWS) ?? null;

/** The table that contains the focus, else the first of the page. */
const tableNow = (): Element | null =>
  document.activeElement?.closest(TABLES) ?? document.querySelector(`#content :is(${TABLES})`);

/** Moves the focus by a number of rows; false if there is none. Without a focused row, to the first. */
function step(by: 1 | -1): boolean {
  const rows = [...(tableNow()?.querySelectorAll<HTMLElement>(ROWS) ?? [])];
  const now = rowOf(document.activeElement);
  const at = now === null ? 0 : rows.indexOf(now) + by;
  const row = rows[at];
  if (row === undefined) return false;
  row.tabIndex = -1;
  row.focus();
  return true;
}

/** Clicks the first matching element in the focused row. */
function press(selector: string): boolean {
  const row = rowOf(document.activeElement);
  if (row === null || row !== document.activeElement) return false;
  const target = row.querySelector<HTMLElement>(selector);
  target?.click();
  return target !== null;
}

/** Lets the keys act while a table is on the screen. The shell calls it once. */
export function useRowKeys(): void {
  useKeys({
    j: () => step(1),
    k: () => step(-1),
    Enter: () => press('a[href]') || press('button:not(:disabled)'),
    x: () => press('input[type="checkbox"]:not(:disabled)'),
    '/': () => {
      const field = document.querySelector<HTMLElement>('#content input[type="search"]');
      field?.focus();
      return field !== null;
    },
  });
}
