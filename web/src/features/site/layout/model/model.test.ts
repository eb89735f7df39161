import { describe, expect, test } from 'vitest';
import {
  added,
  aligned,
  filled,
  flipped,
  moved,
  pasted,
  removed,
  rotated,
  wired,
  wiredInOrder,
  withZone,
  zoned,
} from './commands.ts';
import { changed, type Plan, redone, rekeyed, startHistory, undone } from './history.ts';
import {
  boundingBox,
  boxBetween,
  boxOf,
  inReadingOrder,
  isOn,
  overlapping,
  type Place,
  placeAt,
  placesIn,
} from './places.ts';
import { differenceOf, isNothing, merged, planOf } from './saving.ts';
import { snapped } from './snapping.ts';
import { fitted, toPlan, toScreen, zoomed } from './view.ts';

const size = { widthM: 1, heightM: 2 };
const place = (key: string, xM: number, yM: number, more: Partial<Place> = {}): Place => ({
  key,
  xM,
  yM,
  rotationDeg: 0,
  isLandscape: false,
  planeId: null,
  ratedW: null,
  input: null,
  ...more,
});
const planWith = (...places: Place[]): Plan => ({
  places: new Map(places.map((one) => [one.key, one])),
  zones: [],
});
const keysOf = (...keys: string[]) => new Set(keys);
const at = (plan: Plan, key: string) => plan.places.get(key);

describe('places', () => {
  test('are hit where they lie, turned ones too, the topmost first', () => {
    const turned = place('a', 0, 0, { rotationDeg: 90 });
    expect(isOn(turned, size, { x: 0.9, y: 0 })).toBe(true);
    expect(isOn(turned, size, { x: 0, y: 0.9 })).toBe(false);
    expect(boxOf(turned, size).right).toBeCloseTo(1);
    expect(placeAt([turned, place('b', 0, 0)], size, { x: 0, y: 0 })?.key).toBe('b');
    expect(placeAt([turned], size, { x: 5, y: 5 })).toBeUndefined();
  });

  test('are found by a frame drawn from either corner', () => {
    const some = [place('a', 0, 0), place('b', 3, 0), place('c', 9, 0)];
    const box = boxBetween({ x: 3.2, y: 1 }, { x: -0.2, y: -1 });
    expect(placesIn(some, size, box).map(({ key }) => key)).toEqual(['a', 'b']);
  });

  test('are read row by row, a crooked row included', () => {
    const some = [place('c', 0, 3), place('b', 2, 0.3), place('a', 0, 0.4), place('d', 2, 2.8)];
    expect(inReadingOrder(some, size).map(({ key }) => key)).toEqual(['a', 'b', 'c', 'd']);
  });
});

describe('commands', () => {
  test('fill rows with gaps that turn with the modules', () => {
    const rows = {
      rows: 2,
      columns: 3,
      gapXM: 0.5,
      gapYM: 1,
      isLandscape: false,
      planeId: 7,
      ratedW: 400,
      rotationDeg: 0,
    };
    const { plan, keys } = filled(planWith(), { x: 1, y: 1 }, rows, size);
    const lying = [...keys].map((key) => at(plan, key)!);
    expect(lying.map(({ xM, yM }) => [xM, yM])).toEqual([
      [1, 1],
      [2.5, 1],
      [4, 1],
      [1, 4],
      [2.5, 4],
      [4, 4],
    ]);
    expect(lying[0]).toMatchObject({ planeId: 7, ratedW: 400 });
    const across = filled(planWith(), { x: 0, y: 0 }, { ...rows, rows: 1, rotationDeg: 90 }, size);
    expect([...across.plan.places.values()].map(({ xM, yM }) => [xM, yM])).toEqual([
      [0, 0],
      [0, 1.5],
      [0, 3],
    ]);
  });

  test('turn a group around its middle, and four times is as before', () => {
    const plan = planWith(place('a', 0, 0), place('b', 4, 0));
    const once = rotated(plan, keysOf('a', 'b'), 90, size);
    expect(at(once, 'a')).toMatchObject({ xM: 2, yM: -2, rotationDeg: 90 });
    let four = once;
    for (let i = 0; i < 3; i++) four = rotated(four, keysOf('a', 'b'), 90, size);
    expect(at(four, 'a')).toMatchObject({ xM: 0, yM: 0, rotationDeg: 0 });
  });

  test('align, flip, move, copy without inputs, remove', () => {
    const plan = planWith(place('a', 0, 0, { input: { sn: 'X', addr: 1 } }), place('b', 4, 3));
    expect(at(aligned(plan, keysOf('a', 'b'), 'bottom', size), 'a')?.yM).toBe(3);
    expect(at(flipped(plan, keysOf('a')), 'a')?.isLandscape).toBe(true);
    expect(at(moved(plan, keysOf('a'), 0.1, 0.2), 'a')).toMatchObject({ xM: 0.1, yM: 0.2 });
    const copy = pasted(plan, [at(plan, 'a')!], 0.5);
    expect(at(copy.plan, [...copy.keys][0]!)).toMatchObject({ xM: 0.5, input: null });
    expect([...removed(plan, keysOf('a')).places.keys()]).toEqual(['b']);
  });

  test('wire an input once, and in order those that have none', () => {
    const taken = { sn: 'X', addr: 1 };
    const plan = planWith(place('a', 2, 0, { input: taken }), place('b', 0, 0), place('c', 1, 0));
    const swapped = wired(plan, 'b', taken);
    expect([at(swapped, 'a')?.input, at(swapped, 'b')?.input]).toEqual([null, taken]);
    const inputs = [
      { sn: 'Y', addr: 1 },
      { sn: 'Y', addr: 2 },
      { sn: 'Y', addr: 3 },
    ];
    const ordered = wiredInOrder(plan, keysOf('a', 'b', 'c'), inputs, size);
    expect(['a', 'b', 'c'].map((key) => at(ordered, key)?.input)).toEqual([taken, inputs[0], inputs[1]]);
  });
});

describe('the history', () => {
  test('takes everything back and does it again, any number of times', () => {
    const start = planWith(place('a', 0, 0), place('b', 1, 0));
    let history = startHistory(start);
    const steps: Plan[] = [start];
    const act = (next: Plan) => {
      history = changed(history, next);
      steps.push(history.plan);
    };
    act(moved(history.plan, keysOf('a'), 1, 1));
    act(added(history.plan, [place('', 5, 5)]).plan);
    act(removed(history.plan, keysOf('b')));
    act(zoned(withZone(history.plan, { id: -1, name: 'S', tiltDeg: 30, azimuthDeg: 180 }), keysOf('a'), -1));
    const content = ({ places, zones }: Plan) => ({
      places: [...places.values()].sort((a, b) => a.key.localeCompare(b.key)),
      zones,
    });
    for (let i = steps.length - 2; i >= 0; i--) {
      history = undone(history);
      expect(content(history.plan)).toEqual(content(steps[i]!));
    }
    expect(undone(history)).toBe(history);
    for (let i = 1; i < steps.length; i++) {
      history = redone(history);
      expect(content(history.plan)).toEqual(content(steps[i]!));
    }
    expect(redone(history)).toBe(history);
  });

  test('counts nothing where nothing changes, and forgets what was undone once something else is done', () => {
    const history = startHistory(planWith(place('a', 0, 0)));
    expect(changed(history, { ...history.plan })).toBe(history);
    const back = undone(changed(history, moved(history.plan, keysOf('a'), 1, 0)));
    expect(changed(back, moved(back.plan, keysOf('a'), 2, 0)).future).toEqual([]);
  });

  test('survives a save that gives new places their numbers', () => {
    const start = planWith();
    const made = changed(startHistory(start), planWith(place('new-1', 0, 0, { planeId: -1 })));
    const saved = rekeyed(made, new Map([['new-1', '12']]), new Map([[-1, 3]]));
    expect(at(saved.plan, '12')).toMatchObject({ key: '12', planeId: 3 });
    expect(undone(saved).plan.places.size).toBe(0);
    expect(at(redone(undone(saved)).plan, '12')?.planeId).toBe(3);
  });
});

describe('snapping', () => {
  const options = { reachM: 0.2, gridM: 0, gapM: 0.02 };
  test('lays a module beside its neighbour with the usual gap, and in line with it', () => {
    const snap = snapped([place('a', 0, 0)], [place('b', 5, 5)], { dx: 3.9, dy: 4.9 }, size, options);
    expect(snap.dx).toBeCloseTo(5 - 1 - 0.02);
    expect(snap.dy).toBeCloseTo(5);
    expect(snap.lineX).toBeCloseTo(4.48);
  });
  test('leaves alone what is out of reach, unless there is a grid', () => {
    const others = [place('b', 50, 50)];
    expect(snapped([place('a', 0, 0)], others, { dx: 1.23, dy: 0 }, size, options)).toMatchObject({
      dx: 1.23,
    });
    const gridded = snapped([place('a', 0, 0)], others, { dx: 1.23, dy: 0 }, size, {
      ...options,
      gridM: 0.5,
    });
    expect(gridded.dx).toBeCloseTo(1);
  });
});

describe('the view', () => {
  test('keeps the point under the pointer while zooming, and shows all of a box', () => {
    const view = { x: 1, y: 2, scale: 20 };
    const pixel = { x: 300, y: 100 };
    const before = toPlan(view, pixel);
    expect(toPlan(zoomed(view, 2.5, pixel), pixel)).toEqual(before);
    const box = boundingBox([place('a', 0, 0), place('b', 30, 10)], size)!;
    const shown = fitted(box, { width: 800, height: 500 });
    const corner = toScreen(shown, { x: box.left, y: box.top });
    const end = toScreen(shown, { x: box.right, y: box.bottom });
    expect(Math.min(corner.x, corner.y, 800 - end.x, 500 - end.y)).toBeGreaterThanOrEqual(27.9);
    const tall = boundingBox([place('a', 0, 0), place('b', 10, 30)], size)!;
    const below = fitted(tall, { width: 800, height: 500, headPx: 60 });
    expect(toScreen(below, { x: tall.left, y: tall.top }).y).toBeGreaterThanOrEqual(59.9);
    expect(500 - toScreen(below, { x: tall.right, y: tall.bottom }).y).toBeGreaterThanOrEqual(27.9);
  });
});

describe('saving', () => {
  const base = planWith(place('1', 0, 0), place('2', 1, 0), place('3', 2, 0));
  test('sends what differs and nothing else', () => {
    expect(
      isNothing(differenceOf(base, planWith(place('1', 0, 0), place('2', 1, 0), place('3', 2, 0)))),
    ).toBe(true);
    const now = moved(removed(added(base, [place('', 9, 9)]).plan, keysOf('2')), keysOf('3'), 1, 0);
    const { add, edit, remove, addKeys } = differenceOf(base, now);
    expect([add.length, edit.map(({ id }) => id), remove]).toEqual([1, [3], [2]]);
    expect(addKeys[0]).toMatch(/^new-/);
  });

  test('reads what the server tells of one page', () => {
    const row = { ...place('', 1, 2), id: 5, page: 2, sn: 'X', addr: 3 };
    const plan = planOf({ list: [row, { ...row, id: 6, page: 1 }], zones: [] }, 2);
    expect([...plan.places.values()]).toMatchObject([
      { key: '5', xM: 1, yM: 2, input: { sn: 'X', addr: 3 } },
    ]);
  });

  test('makes one plan of two people’s, and asks only about what both changed', () => {
    const mine = moved(moved(base, keysOf('1'), 0, 5), keysOf('2'), 0, 5);
    const remote = removed(moved(base, keysOf('1'), 7, 0), keysOf('3'));
    const kept = merged(base, mine, remote, 'mine');
    expect(kept).toMatchObject({ conflicts: 1, remote: 2 });
    expect([...kept.plan.places.values()].map(({ key, xM, yM }) => [key, xM, yM])).toEqual([
      ['1', 0, 5],
      ['2', 1, 5],
    ]);
    const given = merged(base, mine, remote, 'theirs').plan;
    expect(at(given, '1')).toMatchObject({ xM: 7, yM: 0 });
    expect(at(given, '2')).toMatchObject({ yM: 5 });
  });

  test('gives an input that both gave out to the winner alone', () => {
    const input = { sn: 'X', addr: 1 };
    const mine = wired(base, '1', input);
    const remote = wired(base, '2', input);
    for (const [winner, holder] of [
      ['mine', '1'],
      ['theirs', '2'],
    ] as const) {
      const { plan, conflicts } = merged(base, mine, remote, winner);
      expect([...plan.places.values()].filter((one) => one.input).map(({ key }) => key)).toEqual([holder]);
      expect(conflicts).toBe(1);
    }
  });

  test('keeps what they removed and I changed as a new place', () => {
    const { plan } = merged(base, moved(base, keysOf('1'), 1, 0), removed(base, keysOf('1')), 'mine');
    const remote = removed(base, keysOf('1'));
    expect(differenceOf(remote, plan).add).toMatchObject([{ xM: 1 }]);
  });
});

describe('modules that lie on one another', () => {
  test('are found whatever their rotation, and neighbors that touch are not', () => {
    const row = [place('a', 0, 0), place('b', 1, 0), place('c', 2.02, 0)];
    expect(overlapping(row, size)).toEqual(keysOf());
    expect(overlapping([...row, place('d', 2.3, 0.5)], size)).toEqual(keysOf('c', 'd'));
    // The bounding boxes of rotated modules overlap although the modules do not.
    const turned = [place('e', 0, 0, { rotationDeg: 45 }), place('f', 1.2, 1.2, { rotationDeg: 45 })];
    expect(overlapping(turned, size)).toEqual(keysOf());
    expect(overlapping([place('g', 0, 0), place('h', 0.9, 0, { rotationDeg: 90 })], size)).toEqual(
      keysOf('g', 'h'),
    );
  });

  test('are found among thousands', () => {
    const many = Array.from({ length: 5000 }, (_, i) =>
      place(`p${i}`, (i % 100) * 1.02, Math.floor(i / 100) * 2.02),
    );
    expect(overlapping(many, size)).toEqual(keysOf());
    expect(overlapping([...many, { ...many[2500]!, key: 'twin' }], size)).toEqual(keysOf('p2500', 'twin'));
  });
});
