// URL parameters kept on navigation: all of the view to another tab, only the period to another plant.

/** The selected day or period. */
const WHEN = ['day', 'by', 'month', 'year', 'from', 'to'];
/** The selected part of the plant: a device, and the modules of ./chosenModules.ts. */
const WHAT = ['device', 'module'];

function keeping(search: URLSearchParams, names: readonly string[]): URLSearchParams {
  const kept = new URLSearchParams();
  for (const name of names) {
    const value = search.get(name);
    if (value !== null) kept.set(name, value);
  }
  return kept;
}

/** URL parameters for another tab of the same plant; '' omits the tab, which is the first one. */
export function toTab(search: URLSearchParams, tab: string): URLSearchParams {
  const next = keeping(search, ['id', ...WHEN, ...WHAT]);
  if (tab !== '') next.set('tab', tab);
  return next;
}

/** URL parameters for the same tab of another plant. */
export function toPlant(search: URLSearchParams, sid: string): URLSearchParams {
  const next = keeping(search, ['tab', ...WHEN]);
  next.set('id', sid);
  return next;
}
