// All administration by keyboard only: users, companies, roles, menus and brands are created, changed and deleted
// without a mouse.
import { brand } from '@helioport/contract/brand';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeEach, describe, it } from 'vitest';
import { callApi, closePages, pageOf } from './fixtures.ts';
import { freshAddress, tabTo, tokenOf } from './people.ts';

let page: Page;
beforeEach(async () => {
  page = await pageOf('admin@demo.test');
});
afterEach(() => page.context().close());
afterAll(closePages);

/** Walks to what has this name and presses it. */
async function press(name: string, key = 'Enter'): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press(key);
}

/** Opens the menu of a row, walks to an action and presses it. */
async function pressInMenu(row: string, action: string): Promise<void> {
  await press(`Actions for ${row}`);
  const item = page.getByRole('menuitem', { name: action, exact: true });
  await item.waitFor();
  const isThere = () => item.evaluate((one) => one === document.activeElement);
  for (let steps = 0; steps < 10 && !(await isThere()); steps += 1) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
}

/** Walks to a field and writes into it, in place of what stood there. */
async function write(label: string, text: string): Promise<void> {
  await tabTo(page, label);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

/** Waits for a text on the page. */
const see = (words: string | RegExp) => page.getByText(words).first().waitFor();

// Hundreds of key presses, each with a check of the focus, take time on a busy host.
describe('by keys alone', { timeout: 180_000 }, () => {
  it('a person is created, changed and deleted', async () => {
    const email = freshAddress();
    await page.goto('/users');
    await page.getByRole('button', { name: 'New user' }).waitFor();
    await press('New user');
    await page.getByRole('button', { name: 'Create user' }).waitFor();
    await write('Email', email);
    await tabTo(page, 'Role');
    await page.keyboard.type('End');
    await press('Create user');
    // Without a mail server the invitation link is shown.
    await page.getByRole('dialog', { name: 'No email was sent' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('heading', { level: 1, name: email }).waitFor();

    await press('Edit');
    await page.getByRole('button', { name: 'Save' }).waitFor();
    await write('City', 'Potsdam');
    await press('Save');
    await see('User updated');
    await see('Potsdam');

    await press('Delete');
    await page.getByRole('button', { name: 'Delete permanently' }).waitFor();
    await press('Delete permanently');
    await see('User deleted');
    await page.waitForURL('**/users');
  });

  it('a company is founded, renamed and dissolved', async () => {
    const name = `Keyworks ${Date.now()}`;
    await page.goto('/companies');
    await page.getByRole('button', { name: 'Actions for Rheinsolar Handel' }).waitFor();
    await pressInMenu('Rheinsolar Handel', 'New child company of Rheinsolar Handel');
    await page.getByRole('button', { name: 'Create company' }).waitFor();
    await write('Company', name);
    await press('Create company');
    await see('Company created');
    await page.goto(`/companies?q=${encodeURIComponent(name)}`);
    await page.getByRole('button', { name: `Edit ${name}` }).waitFor();
    await press(`Edit ${name}`);
    await page.getByRole('button', { name: 'Save' }).waitFor();
    await write('Company', `${name} II`);
    await press('Save');
    await page.getByRole('button', { name: `Edit ${name} II` }).waitFor();
    await pressInMenu(`${name} II`, `Delete ${name} II`);
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).waitFor();
    await press('Delete');
    await see(`${name} II deleted`);
  });

  it('a role is made, renamed and deleted', async () => {
    const name = `Keeper ${Date.now()}`;
    await page.goto('/system/rolesPermission');
    await page.getByRole('button', { name: 'New role' }).waitFor();
    await press('New role');
    await page.getByRole('button', { name: 'Create role' }).waitFor();
    await write('Name', name);
    await press('Create role');
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await press('Edit');
    await page.getByRole('button', { name: 'Save', exact: true }).waitFor();
    await write('Name', `${name} II`);
    await press('Save');
    await page.getByRole('heading', { level: 1, name: `${name} II` }).waitFor();
    await press('Delete');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Delete' }).waitFor();
    await press('Delete');
    await see('Role deleted');
  });

  it('a menu entry is added, moved, renamed and deleted', async () => {
    const title = `Handbook ${Date.now()}`;
    await page.goto('/system/menus');
    await page.getByRole('button', { name: 'New menu item', exact: true }).waitFor();
    await press('New menu item');
    await page.getByRole('button', { name: 'Create menu item', exact: true }).waitFor();
    await write('Title', title);
    await press('Create menu item');
    await see('Menu item created');
    const first = page.locator('tbody tr').first();
    await pressInMenu('Dashboard', 'Move Dashboard down');
    await first.filter({ hasNotText: 'Dashboard' }).waitFor();
    await pressInMenu('Dashboard', 'Move Dashboard up');
    await first.filter({ hasText: 'Dashboard' }).waitFor();
    // The new one is last; a search does not affect it.
    await page.keyboard.press('/');
    await page.keyboard.type(title);
    await first.filter({ hasText: title }).waitFor();
    await press(`Edit ${title}`);
    await page.getByRole('button', { name: 'Save' }).waitFor();
    await write('Title', `${title} II`);
    await press('Save');
    await page.getByRole('button', { name: `Edit ${title} II` }).waitFor();
    await pressInMenu(`${title} II`, `Delete ${title} II`);
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).waitFor();
    await press('Delete');
    await see('Menu item deleted');
  });

  it('a brand is opened from the list, changed and brought back', async () => {
    const unchanged = { id: 8, name: 'Brand 8', siderTheme: 'light' } as const;
    await callApi(brand.update, unchanged, await tokenOf('admin@demo.test'));
    await page.goto('/brands');
    await page.getByRole('link', { name: /Brand 8/ }).waitFor();
    await press('Brand 8');
    await page.getByRole('textbox', { name: 'Name', exact: true }).waitFor();
    await write('Name', 'Abendrot');
    await tabTo(page, 'Light');
    await page.keyboard.press('ArrowDown');
    await press('Save');
    await see('Brand saved');
    await page.getByRole('heading', { level: 1, name: 'Abendrot' }).waitFor();
    await write('Name', 'Brand 8');
    await press('Save');
    await page.getByRole('heading', { level: 1, name: 'Brand 8' }).waitFor();
  });
});
