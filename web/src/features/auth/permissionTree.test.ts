import { describe, expect, it } from 'vitest';
import { type Choice, changes, matching, tickOf, toggled, wanted } from './permissionTree.ts';

const entry = (id: number, children: Choice[] = [], isHeld = true): Choice => ({
  id,
  title: `entry ${id}`,
  titleLocale: {},
  icon: '',
  path: '',
  params: '',
  mode: children.length > 0 ? 1 : 2,
  components_title: '',
  isHeld,
  children,
});

const tree = [entry(1, [entry(2, [entry(3), entry(4, [], false)]), entry(5)])];
const none = new Map<number, boolean>();

describe('the tree of rights', () => {
  it('ticks the pages above and everything below that the caller holds', () => {
    expect([...wanted([], toggled(tree, [], none, 2))].sort()).toEqual([1, 2, 3]);
  });

  it('unticks what is below, but not the page above', () => {
    const changes = toggled(tree, [1, 2, 3, 5], none, 2);
    expect([...wanted([1, 2, 3, 5], changes)].sort()).toEqual([1, 5]);
  });

  it('says some where a part is missing', () => {
    expect(tickOf(tree[0] as Choice, new Set([1, 2]))).toBe('some');
    expect(tickOf(tree[0] as Choice, new Set([1, 2, 3, 4, 5]))).toBe('all');
    expect(tickOf(tree[0] as Choice, new Set())).toBe('none');
  });

  it('counts nothing as changed that was clicked twice', () => {
    const once = toggled(tree, [1], none, 5);
    expect(changes(tree, [1], once).added.map((path) => path.map(({ id }) => id))).toEqual([[1, 5]]);
    expect(toggled(tree, [1], once, 5).size).toBe(0);
  });

  it('keeps what stands above and below a match', () => {
    expect([...matching(tree, ({ id }) => id === 2)].sort()).toEqual([1, 2, 3, 4]);
    expect([...matching(tree, ({ id }) => id === 5)].sort()).toEqual([1, 5]);
  });
});
