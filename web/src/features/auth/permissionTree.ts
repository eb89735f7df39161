// The permissions of a role as a tree of checkboxes: selection, dependent entries, and resulting changes.
import type { auth } from '@helioport/contract/auth';
import type { OutputOf } from '@helioport/contract/endpoint';

export type Choice = OutputOf<typeof auth.roleMenuChoices>['list'][number];

/** Unsaved changes by entry id. */
export type PendingChanges = ReadonlyMap<number, boolean>;

export type Tick = 'none' | 'some' | 'all';

/** The entry and everything below it, the entry first. */
export const withBelow = (choice: Choice): Choice[] => [choice, ...choice.children.flatMap(withBelow)];

/** The role's entries after saving the changes. */
export function wanted(granted: readonly number[], changes: PendingChanges): Set<number> {
  const ids = new Set(granted);
  for (const [id, isWanted] of changes) {
    if (isWanted) ids.add(id);
    else ids.delete(id);
  }
  return ids;
}

/** Whether the role would have all, some or none of an entry and its children. */
export function tickOf(choice: Choice, ids: ReadonlySet<number>): Tick {
  const all = withBelow(choice);
  const held = all.filter(({ id }) => ids.has(id)).length;
  if (held === 0) return 'none';
  return held === all.length ? 'all' : 'some';
}

/** The ids from the top of the tree down to the entry, which is the last of them. */
export function pathTo(list: readonly Choice[], id: number): Choice[] {
  for (const choice of list) {
    if (choice.id === id) return [choice];
    const below = pathTo(choice.children, id);
    if (below.length > 0) return [choice, ...below];
  }
  return [];
}

/**
 * The changes after a click on an entry: if not fully selected, it is selected with all children and its parent
 * pages; otherwise it is deselected with all children. Entries that the caller does not have are left unchanged.
 */
export function toggled(
  list: readonly Choice[],
  granted: readonly number[],
  changes: PendingChanges,
  id: number,
): PendingChanges {
  const path = pathTo(list, id);
  const choice = path.at(-1);
  if (choice === undefined) return changes;
  const ids = wanted(granted, changes);
  const mine = withBelow(choice).filter(({ isHeld }) => isHeld);
  const isOn = !mine.every((one) => ids.has(one.id));
  const next = new Map(changes);
  const setTo = (one: Choice) => {
    if (granted.includes(one.id) === isOn) next.delete(one.id);
    else next.set(one.id, isOn);
  };
  for (const one of mine) setTo(one);
  if (isOn) for (const above of path.slice(0, -1)) if (above.isHeld) setTo(above);
  return next;
}

/** Added and removed entries, in the order of the tree, each with the names of its parent pages. */
export function changes(list: readonly Choice[], granted: readonly number[], changes: PendingChanges) {
  const added: Choice[][] = [];
  const removed: Choice[][] = [];
  const visit = (choices: readonly Choice[], above: Choice[]) => {
    for (const choice of choices) {
      const path = [...above, choice];
      const setTo = changes.get(choice.id);
      if (setTo !== undefined && setTo !== granted.includes(choice.id)) (setTo ? added : removed).push(path);
      visit(choice.children, path);
    }
  };
  visit(list, []);
  return { added, removed };
}

/** Ids of the entries that `fits`, of those above them, and of all below them. */
export function matching(list: readonly Choice[], fits: (choice: Choice) => boolean): Set<number> {
  const ids = new Set<number>();
  const visit = (choice: Choice): boolean => {
    if (fits(choice)) {
      for (const one of withBelow(choice)) ids.add(one.id);
      return true;
    }
    const hasFit = choice.children.map(visit).some((isFit) => isFit);
    if (hasFit) ids.add(choice.id);
    return hasFit;
  };
  for (const choice of list) visit(choice);
  return ids;
}
