// The roof of a plant: drawn, wired, zoned, saved by two users concurrently, edited by keyboard only, and played back.
import { device } from '@helioport/contract/device';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callApi, checkEveryLook, closePages, newContext, pageOf, picture, signIn } from './fixtures.ts';
import { makeRoofPlant, type RoofPlant } from './roof.ts';

const OWNER = 'owner@demo.test';
let plant: RoofPlant;
let token: string;

beforeAll(async () => {
  token = await signIn(await newContext(), OWNER);
});
afterAll(closePages);

const drawn = () => callApi(device.modules, { sid: plant.sid }, token);
const editorPath = () => `/pvPlant/layout?id=${plant.sid}`;
const canvas = (page: Page) => page.getByRole('application');
const saved = (page: Page) => page.getByRole('button', { name: 'Save', disabled: true }).waitFor();
const save = async (page: Page) => {
  await page.getByRole('button', { name: 'Save' }).click();
  await saved(page);
};

async function openEditor(path = editorPath()): Promise<Page> {
  const page = await pageOf(OWNER);
  await page.goto(path);
  return page;
}

describe('a roof of sixty modules', () => {
  it('is filled, undone and redone, wired in order, zoned, moved and saved', async () => {
    // The later tests use the layout that is drawn here.
    plant = await makeRoofPlant(OWNER);
    const page = await openEditor();
    await page.getByRole('button', { name: 'Create layout' }).click();
    await canvas(page).waitFor();
    await page.getByText('Add rows of modules').click();
    for (const [label, value] of [
      ['Rows', '6'],
      ['Columns', '10'],
    ] as const) {
      await page.getByLabel(label, { exact: true }).fill(value);
      await page.getByLabel(label, { exact: true }).press('Enter');
    }
    await page.getByRole('button', { name: 'Add rows' }).click();
    await page.locator('b', { hasText: 'Selected: 60' }).waitFor();
    const saveButton = page.getByRole('button', { name: 'Save' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => saveButton.isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Redo' }).click();
    await canvas(page).press('Control+a');
    await page.locator('b', { hasText: 'Selected: 60' }).waitFor();

    await page.getByRole('button', { name: 'Assign to selected modules in order' }).click();
    await page.getByText('Unplaced inputs: 0').waitFor();
    await page.getByText('Zones', { exact: true }).click();
    await page.getByRole('button', { name: 'New zone from selected modules' }).click();
    await page.getByLabel('Azimuth (°)').fill('225');
    await page.getByLabel('Azimuth (°)').press('Enter');
    await page.getByText(/Zone A · Southwest · 60/).waitFor();
    await save(page);

    const first = await drawn();
    expect(first.list).toHaveLength(60);
    expect(first.zones).toMatchObject([{ tiltDeg: 30, azimuthDeg: 225 }]);
    const order = [...first.list].sort((a, b) => a.yM - b.yM || a.xM - b.xM);
    expect(order.map(({ sn, addr }) => `${sn}_${addr}`)).toEqual(
      plant.serials.flatMap((sn) => [1, 2, 3, 4].map((addr) => `${sn}_${addr}`)),
    );
    expect(new Set(first.list.map(({ planeId: arrayId }) => arrayId))).toEqual(new Set([first.zones[0]!.id]));

    // All are chosen, so the hand carries all of them.
    await page.getByRole('button', { name: 'Show all' }).click();
    const box = (await canvas(page).boundingBox())!;
    const [x, y] = [box.x + box.width / 2 + 15, box.y + box.height / 2 + 15];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 90, y + 4, { steps: 6 });
    await page.mouse.up();
    await save(page);
    const moved = (await drawn()).list.map(
      (place) => place.xM - first.list.find((p) => p.id === place.id)!.xM,
    );
    expect(Math.min(...moved)).toBeGreaterThan(0.5);
    expect(Math.max(...moved) - Math.min(...moved)).toBeLessThan(0.01);
    await picture(page, 'layout-editor');

    // Unsaved changes are not discarded without asking.
    await canvas(page).press('ArrowDown');
    await page.getByRole('link', { name: 'Back to modules' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Keep' }).click();
    expect(page.url()).toContain('/pvPlant/layout');
    // Refreshing names what it would discard.
    await page.getByRole('button', { name: 'Refresh layout' }).click();
    const loss = page.getByRole('dialog').getByText('The changes to the page Page 1 since it was last saved');
    await loss.waitFor();
    await picture(page, 'layout-leave');
    await page.getByRole('button', { name: 'Discard' }).click();
    await saved(page);
    await page.context().close();
  });

  it('undoes by keys wherever the focus is, limits rows, fits what is added, and selects by a click', async () => {
    const page = await openEditor();
    const saveButton = page.getByRole('button', { name: 'Save' });
    const count = (shown: number) => page.locator('b', { hasText: `Selected: ${shown}` }).waitFor();
    const undone = async () => {
      await page.keyboard.press('Control+z');
      await expect.poll(() => saveButton.isDisabled()).toBe(true);
    };
    await canvas(page).press('Control+a');
    await canvas(page).press('ArrowDown');
    await page.getByRole('button', { name: 'Show all' }).click();
    await undone();
    await page.getByText('Add rows of modules').click();
    const zone = page.getByRole('combobox', { name: 'Zone' }).last();
    await canvas(page).press('ArrowDown');
    await zone.selectOption({ index: 0 });
    await undone();

    const rows = page.getByLabel('Rows', { exact: true });
    const columns = page.getByLabel('Columns', { exact: true });
    const set = async (field: typeof rows, value: string) => {
      await field.fill(value);
      await field.press('Enter');
    };
    await set(rows, '100');
    await set(columns, '100');
    await page.getByText(/^A page can hold up to [\d,]+ modules\.$/).waitFor();
    const add = page.getByRole('button', { name: 'Add rows' });
    expect(await add.isDisabled()).toBe(true);
    await set(rows, '20');
    await set(columns, '30');
    await add.click();
    await count(600);
    // All is in view: a frame drawn over the view contains every module, those before included.
    const box = (await canvas(page).boundingBox())!;
    await canvas(page).press('Escape');
    await page.mouse.move(box.x + 2, box.y + 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width - 3, box.y + box.height - 3, { steps: 5 });
    await page.mouse.up();
    await count(660);
    await picture(page, 'layout-fitted');
    await canvas(page).press('Escape');
    await undone();

    await page.getByRole('button', { name: 'Show all' }).click();
    await page.mouse.click(box.x + box.width / 2 + 15, box.y + box.height / 2 + 15);
    await count(1);
    // Modules that lie on each other are counted and can be selected.
    await canvas(page).press('Control+a');
    await canvas(page).press('Control+c');
    await canvas(page).press('Control+v');
    await page.getByText(/^\d+ modules overlap\./).waitFor();
    await page.getByRole('button', { name: 'Select them' }).click();
    await page.context().close();
  });

  it('is drawn by two at once: the second one learns what the first one did, and chooses', async () => {
    const [one, two] = [await openEditor(), await openEditor()];
    const before = await drawn();
    const yOf = (list: typeof before.list, i: number) =>
      list.find(({ id }) => id === before.list[i]!.id)!.yM - before.list[i]!.yM;
    for (const page of [one, two]) await canvas(page).press('Control+a');
    await canvas(one).press('ArrowDown');
    await save(one);
    await canvas(two).press('Shift+ArrowDown');
    await two.getByRole('button', { name: 'Save' }).click();
    const dialog = two.getByRole('dialog');
    await dialog.getByText('Someone else saved this page first').waitFor();
    await dialog.getByText('Changed by both of you: 60').waitFor();
    await dialog.getByText(OWNER).waitFor();
    expect(yOf((await drawn()).list, 0)).toBeCloseTo(0.1);
    await dialog.getByRole('button', { name: 'Keep mine' }).click();
    await saved(two);
    expect(yOf((await drawn()).list, 59)).toBeCloseTo(1);
    await one.context().close();
    await two.context().close();
  });

  it('is changed in the list by keys alone', async () => {
    const page = await openEditor(`${editorPath()}&view=list`);
    const field = page.getByLabel('Module 1, X (m)');
    await field.focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('-3.5');
    await page.keyboard.press('Enter');
    const input = page.getByLabel('Module 1, Input');
    await input.focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    await page.keyboard.press('Enter');
    const button = page.getByRole('button', { name: 'Save' });
    await button.focus();
    await page.keyboard.press('Enter');
    await saved(page);
    const { list, inputs } = await drawn();
    expect(list.find(({ xM }) => xM === -3.5)).toMatchObject({ sn: '', addr: 0 });
    expect(inputs.filter(({ isPlaced }) => !isPlaced)).toMatchObject([{ sn: plant.serials[0], addr: 1 }]);
    await page.context().close();
  });
});

describe('the day over the roof', () => {
  const playback = () => `/pvPlant/detail?id=${plant.sid}&tab=modules&show=playback&day=${plant.yesterday}`;

  it('is played, held, moved by keys, and shares its choice with the table', async () => {
    const page = await pageOf(OWNER);
    await page.goto(playback());
    const weak = `${plant.serials[0]}_4`;
    const row = page.getByRole('row').filter({ hasText: weak });
    await row.getByText('50%').waitFor();
    const time = page.getByRole('slider', { name: 'Time of day' });
    await time.press('Home');
    await page.locator('.hp-playback-time', { hasText: /^0?9:00/ }).waitFor();
    await page.getByRole('button', { name: 'Play' }).click();
    await page.locator('.hp-playback-time', { hasText: /10:/ }).waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await row.getByRole('checkbox').check();
    await page.getByRole('figure', { name: /Selected modules over the day/ }).waitFor();
    await picture(page, 'playback');
    await page.getByText('Table', { exact: true }).click();
    await page.getByRole('checkbox', { name: new RegExp(weak) }).waitFor();
    await expect.poll(() => page.getByRole('checkbox', { name: new RegExp(weak) }).isChecked()).toBe(true);
    await page.context().close();
  });

  it('takes the chosen module along to history, events and back, and after a reload', async () => {
    const page = await pageOf(OWNER);
    const [first = '', second = ''] = plant.serials;
    const deviceBox = page.getByRole('combobox', { name: 'Device', exact: true });
    const openTab = (name: string) => page.getByRole('tab', { name, exact: true }).click();
    await page.goto(`/pvPlant/detail?id=${plant.sid}&tab=modules`);
    await page.getByRole('checkbox', { name: `${second}_3` }).check();
    await openTab('History');
    await page.getByRole('columnheader', { name: 'Power 3' }).waitFor();
    await expect.poll(() => deviceBox.inputValue()).toBe(second);
    await openTab('Events');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForURL('**tab=events');
    await expect.poll(() => deviceBox.inputValue()).toBe(second);
    await page.reload();
    await openTab('Modules');
    await page.getByRole('checkbox', { name: `${second}_3`, checked: true }).waitFor();

    // Another device is another choice.
    await openTab('History');
    await deviceBox.selectOption(first);
    await openTab('Modules');
    await page.getByRole('checkbox', { name: `${first}_3`, checked: false }).waitFor();
    expect(new URL(page.url()).searchParams.has('module')).toBe(false);
    await page.context().close();
  });

  const views: readonly [string, () => string][] = [
    ['editor', editorPath],
    ['list of the editor', () => `${editorPath()}&view=list`],
    ['playback', playback],
    ['modules', () => `/pvPlant/detail?id=${plant.sid}&tab=modules`],
  ];
  it.each(views)('and its editor can be used by everybody: %s', async (name, path) => {
    const page = await pageOf(OWNER);
    await page.goto(path());
    await page.locator('.hp-roof, .hp-layout-list').first().waitFor();
    await checkEveryLook(page, name);
    await page.context().close();
  });

  it('opens a module from its row by keys', async () => {
    const page = await pageOf(OWNER);
    await page.goto(`/pvPlant/detail?id=${plant.sid}&tab=modules`);
    const rows = page.locator('.hp-roof-list tbody tr');
    await rows.first().waitFor();
    const isFocused = (row: number) => rows.nth(row).evaluate((one) => one === document.activeElement);
    await page.locator('.hp-roof-list').focus();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    expect(await isFocused(1)).toBe(true);
    await page.keyboard.press('k');
    expect(await isFocused(0)).toBe(true);
    await page.keyboard.press('x');
    await page.locator('.hp-module-peek').getByText(plant.serials[0]!, { exact: false }).first().waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/devices\/module\/detail/);
    await page.context().close();
  });

  it('says why modules without an array have no color', async () => {
    const editor = await openEditor();
    await canvas(editor).press('Control+a');
    const zone = editor.getByRole('combobox', { name: 'Zone', exact: true }).first();
    const { list, zones } = await drawn();
    if (list.every(({ planeId }) => planeId !== zones[0]!.id)) {
      await zone.selectOption(String(zones[0]!.id));
      await save(editor);
    }
    await zone.selectOption('0');
    await save(editor);
    await editor.goto(`/pvPlant/detail?id=${plant.sid}&tab=modules`);
    await editor.locator('.hp-playback p').getByText('No array assigned').waitFor();
    await picture(editor, 'roof-no-array');
    await editor.context().close();
  });

  it.each([1440, 390])('shows every column of the modules beside the roof at %i px', async (width) => {
    const page = await pageOf(OWNER, { width });
    await page.goto(`/pvPlant/detail?id=${plant.sid}&tab=modules`);
    const list = page.locator('.hp-roof-list');
    await list.locator('tbody tr').first().waitFor();
    expect(await list.evaluate((it) => it.scrollWidth - it.clientWidth)).toBeLessThanOrEqual(0);
    await page.context().close();
  });
});
