// Permissions: changing a role while a user with it is active, impersonation, menus, brands.
import { auth } from '@helioport/contract/auth';
import { brand } from '@helioport/contract/brand';
import { site } from '@helioport/contract/site';
import { user } from '@helioport/contract/user';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import {
  accessibilityFindings,
  callApi,
  checkEveryLook,
  closePages,
  newContext,
  pageOf,
  picture,
  rowAction,
} from './fixtures.ts';
import { FIRST_PASSWORD, fillLogin, freshAddress, tabTo, tokenOf } from './people.ts';

afterAll(closePages);

const ADMIN = 'admin@demo.test';
const INSTALLER = 4;

/** A role like that of installers, and the user list opened by a user with it. */
async function holderOfRole(): Promise<{ roleId: number; holder: Page }> {
  const admin = await tokenOf(ADMIN);
  const name = `Story ${freshAddress()}`;
  const role = await callApi(auth.roleCreate, { name, scope: 'company', copyOf: INSTALLER }, admin);
  const { list } = await callApi(user.companyChoices, { filters: { keywords: 'Sonnenwerk' } }, admin);
  const email = freshAddress();
  const companyId = list[0]?.companyId ?? 0;
  await callApi(user.create, { email, password: FIRST_PASSWORD, groupId: role.id, companyId }, admin);
  const holder = await (await newContext()).newPage();
  await holder.goto('/');
  await fillLogin(holder, email, FIRST_PASSWORD);
  await holder.waitForURL('**/pvPlant');
  await holder.goto('/users');
  await holder.getByRole('button', { name: 'New user' }).waitFor();
  return { roleId: role.id, holder };
}

/** Opens a role with its tree of rights. */
async function openRole(page: Page, id: number): Promise<void> {
  await page.goto(`/system/rolesPermission/edit?id=${id}`);
  await page.getByRole('checkbox', { name: 'Create users' }).waitFor();
}

describe('a role that changes', () => {
  it('takes a button from the open browser of its holder', async () => {
    const { roleId, holder } = await holderOfRole();
    const page = await pageOf(ADMIN);
    await openRole(page, roleId);
    await page.getByLabel('Search pages and buttons').fill('create users');
    await page.getByRole('checkbox', { name: 'Claim gateways' }).waitFor({ state: 'detached' });
    await page.getByRole('checkbox', { name: 'Create users' }).uncheck();
    await page.getByText('Revoked: 1').waitFor();
    const isPartly = await page
      .getByRole('checkbox', { name: /^Users/ })
      .evaluate((box) => (box as HTMLInputElement).indeterminate);
    expect(isPartly).toBe(true);
    await picture(page, 'role-edit');
    await page.getByRole('button', { name: 'Save permissions' }).click();
    await page.getByText('Permissions saved and effective immediately').waitFor();

    await holder.getByRole('button', { name: 'New user' }).waitFor({ state: 'detached' });
    expect(new URL(holder.url()).pathname).toBe('/users');
    await page.context().close();
    await holder.context().close();
  });

  it('shows its holder a notice in the shell in place of a page that is taken away', async () => {
    const { roleId, holder } = await holderOfRole();
    const page = await pageOf(ADMIN);
    await openRole(page, roleId);
    const users = page.getByRole('checkbox', { name: /^Users (?!by)/ });
    // Some of its buttons are not granted, so it is half ticked, and the first press ticks them all.
    await users.check();
    await users.uncheck();
    await page.getByText('Revoked: 5').waitFor();
    await page.getByRole('button', { name: 'Save permissions' }).click();
    await page.getByText('Permissions saved and effective immediately').waitFor();

    await holder.getByText('Sorry, you are not authorized to access this page.').waitFor();
    expect(new URL(holder.url()).pathname).toBe('/users');
    await holder.getByRole('link', { name: 'Go to plants' }).click();
    await holder.waitForURL('**/pvPlant');
    await page.context().close();
    await holder.context().close();
  });

  it('without map, new plant and findings opens none of them by address', async () => {
    const { roleId, holder } = await holderOfRole();
    const admin = await tokenOf(ADMIN);
    const { list, granted } = await callApi(auth.roleMenuChoices, { role_id: roleId }, admin);
    const withheld = new Set(['pvPlantMap', 'pvPlantEdit', 'pvPlant:findings']);
    type Item = (typeof list)[number];
    const idsOf = (items: readonly Item[]): number[] =>
      items.flatMap((item) => [
        ...(withheld.has(item.components_title) || withheld.has(item.title) ? [item.id] : []),
        ...idsOf(item.children),
      ]);
    const removed = idsOf(list);
    expect(removed).toHaveLength(3);
    const menu_ids = granted.filter((id) => !removed.includes(id));
    await callApi(auth.roleMenuDistribution, { role_id: roleId, menu_ids }, admin);
    for (const path of ['/pvPlant?view=map', '/pvPlant/edit']) {
      await holder.goto(path);
      await holder.getByRole('heading', { name: 'No access' }).waitFor();
      await holder.getByRole('link', { name: 'Users', exact: true }).waitFor();
    }
    const plants = await callApi(site.listWithSN, {}, await tokenOf('installer@demo.test'));
    const sid = plants.list[0]?.sid ?? '';
    await holder.goto(`/pvPlant/edit?id=${sid}`);
    await holder.getByRole('heading', { level: 1 }).waitFor();
    expect(await holder.getByRole('heading', { name: 'No access' }).count()).toBe(0);
    await holder.goto(`/pvPlant/detail?id=${sid}&tab=findings`);
    await holder.getByRole('tab', { name: 'Overview', selected: true }).waitFor();
    expect(await holder.getByRole('tab', { name: 'Findings' }).count()).toBe(0);
    await holder.goto('/nowhere');
    await holder.getByRole('heading', { name: 'Page not found' }).waitFor();
    await holder.getByRole('link', { name: 'Users', exact: true }).waitFor();
    expect(await accessibilityFindings(holder)).toEqual([]);
    await holder.context().close();
  });

  it('is edited by keyboard alone, from the login on', async () => {
    const { roleId, holder } = await holderOfRole();
    await holder.context().close();
    const admin = await tokenOf(ADMIN);
    const { list } = await callApi(auth.roleList, { page: { size: 1000, num: 0 } }, admin);
    const title = list.find(({ id }) => id === roleId)?.title ?? '';

    const page = await (await newContext()).newPage();
    await page.goto('/');
    await page.getByLabel('Email').waitFor();
    await tabTo(page, 'Email');
    await page.keyboard.type(ADMIN);
    await tabTo(page, 'Password');
    await page.keyboard.type('helioport-demo');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/pvPlant');
    await tabTo(page, 'Role Permission');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: title }).waitFor();
    await tabTo(page, title);
    await page.keyboard.press('Enter');
    await page.getByRole('checkbox', { name: 'Delete users' }).waitFor();
    await tabTo(page, 'Delete users');
    await page.keyboard.press('Space');
    await page.getByText('Revoked: 1').waitFor();
    await tabTo(page, 'Save permissions');
    await page.keyboard.press('Enter');
    await page.getByText('Permissions saved and effective immediately').waitFor();

    const { list: tree, granted } = await callApi(auth.roleMenuChoices, { role_id: roleId }, admin);
    const users = tree.find(({ components_title: name }) => name === 'users');
    const button = users?.children.find((one) => one.title === 'user:delete');
    expect(granted).not.toContain(button?.id);
    await page.context().close();
  });

  it('is made, given to people and deleted with a hand-over', async () => {
    const page = await pageOf(ADMIN);
    await page.goto('/system/rolesPermission');
    await page.getByRole('button', { name: 'New role' }).click();
    const name = `Night watch ${Date.now()}`;
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
    await page.getByLabel('Copy permissions from').selectOption({ label: 'End user' });
    await page.getByRole('button', { name: 'Create role' }).click();
    await page.getByRole('heading', { name }).waitFor();

    const roleId = Number(new URL(page.url()).searchParams.get('id'));
    const admin = await tokenOf(ADMIN);
    await callApi(user.create, { email: freshAddress(), sendInvitation: true, groupId: roleId }, admin);
    await page.reload();
    await page.getByText('1 user').first().waitFor();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(/^New role for/).selectOption({ label: 'End user' });
    expect(await accessibilityFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Role deleted').waitFor();
    await page.waitForURL('**/system/rolesPermission');
    await page.context().close();
  });
});

describe('a page for something new', () => {
  it.each([
    ['support@demo.test', '/product/edit'],
    ['dealer@demo.test', '/hardwareConfig/otaFileEdit'],
  ])('has no form for a role that may not create it: %s, %s', async (email, path) => {
    const page = await pageOf(email);
    await page.goto(path);
    await page.getByText('No access').waitFor();
    expect(await page.locator('main form').count()).toBe(0);
    await page.context().close();
  });
});

describe('looking through the eyes of a role', () => {
  it('shows what its holders see, says so on every page, and ends where it began', async () => {
    const page = await pageOf(ADMIN);
    await page.goto(`/system/rolesPermission/edit?id=${INSTALLER}`);
    await page.getByRole('button', { name: 'View as this role' }).click();
    const box = page.getByRole('combobox', { name: 'Which company?' });
    await box.fill('Sonnenwerk');
    await page.getByRole('option').filter({ hasText: 'Sonnenwerk Montage' }).click();
    await page.getByRole('button', { name: 'Start viewing' }).click();

    await page.waitForURL('**/pvPlant');
    await page.getByText('You are viewing the portal as Installer of Sonnenwerk Montage.').waitFor();
    await page.getByRole('link', { name: 'Audit log' }).waitFor();
    await expect.poll(() => page.getByRole('link', { name: 'Role Permission' }).count()).toBe(0);
    expect(await accessibilityFindings(page)).toEqual([]);
    await picture(page, 'view-as');

    await page.goto('/system/menus');
    await page.getByRole('heading', { name: 'No access' }).waitFor();
    await page.getByRole('button', { name: 'End view' }).click();
    await page.waitForURL('**/system/rolesPermission');
    await page.getByRole('link', { name: 'Installer' }).waitFor();
    await expect.poll(() => page.getByText('You are viewing the portal as').count()).toBe(0);
    await page.context().close();
  });
});

describe('menus', () => {
  it('are added, moved by arrows and by dragging, renamed in a language and deleted', async () => {
    // Tall enough that nothing scrolls between taking hold of a row and dropping it.
    const page = await pageOf(ADMIN, { height: 3200 });
    await page.goto('/system/menus');
    await page.getByRole('button', { name: 'New menu item', exact: true }).click();
    const title = `Handbook ${Date.now()}`;
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill(title);
    await page.getByRole('radio', { name: 'document' }).check({ force: true });
    await page.getByText('Names by language').click();
    await page.getByLabel('Deutsch').fill('Handbuch');
    await page.getByRole('button', { name: 'Create menu item', exact: true }).click();
    await page.getByText('Menu item created').waitFor();

    const titles = async () =>
      (await page.locator('.hp-menu-name').allInnerTexts()).map((text) => text.replace('Custom', '').trim());
    const placeOf = async (name: string) => (await titles()).indexOf(name);
    const before = await placeOf(title);
    await rowAction(page, title, `Move ${title} up`);
    await expect.poll(async () => (await placeOf(title)) < before).toBe(true);

    const row = page.locator('tr', { hasText: title });
    const target = page.locator('tr', { hasText: 'No-registered gateway list' });
    await row.dragTo(target, { targetPosition: { x: 40, y: 3 } });
    await expect
      .poll(async () => (await placeOf('No-registered gateway list')) - (await placeOf(title)))
      .toBe(1);
    await picture(page, 'menus');

    await rowAction(page, title, `Delete ${title}`);
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Menu item deleted').waitFor();
    await page.context().close();
  });
});

describe('brands', () => {
  it('are previewed while they are written, and saved', async () => {
    await callApi(
      brand.update,
      { id: 9, name: 'Brand 9', hosts: [], siderTheme: 'light' },
      await tokenOf(ADMIN),
    );
    const page = await pageOf(ADMIN);
    await page.goto('/brands');
    await page.getByRole('link', { name: /Brand 9/ }).click();
    const preview = page.getByRole('complementary', { name: 'Preview' });
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Nordlicht');
    await page.getByLabel('Dark').check();
    await page.getByRole('textbox', { name: 'Hostnames' }).fill('not a host!');
    await expect.poll(() => preview.getByText('Nordlicht').count()).toBe(2);
    await expect.poll(() => preview.locator('[data-ground="dark"]').count()).toBe(1);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('host! is not a valid hostname').waitFor();
    await page.getByRole('textbox', { name: 'Hostnames' }).fill('sun.nordlicht.example');
    await picture(page, 'brand-edit');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Brand saved').waitFor();
    await page.goto('/brands');
    await page.getByText('sun.nordlicht.example').waitFor();
    await page.context().close();
  });

  it('take a logo, and refuse what is no picture', async () => {
    const page = await pageOf(ADMIN);
    await page.goto('/brands/edit?id=10');
    const picker = page.locator('input[type=file]');
    await picker.setInputFiles({
      name: 'logo.png',
      mimeType: 'image/png',
      buffer: Buffer.from('no picture'),
    });
    await page.getByText('This image cannot be used.').waitFor();
    const pixel =
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    await picker.setInputFiles({
      name: 'logo.png',
      mimeType: 'image/png',
      buffer: Buffer.from(pixel, 'base64'),
    });
    await page.getByText('Logo updated').waitFor();
    await page.getByRole('button', { name: 'Use the default logo' }).click();
    await page.getByText('Default logo restored').waitFor();
    await page.context().close();
  });
});

describe('the outbox', () => {
  it('shows a mail with its link, to administrators only', async () => {
    const email = freshAddress();
    const admin = await tokenOf(ADMIN);
    await callApi(user.create, { email, sendInvitation: true, groupId: 26 }, admin);
    const page = await pageOf(ADMIN);
    await page.goto(`/outbox?q=${email}`);
    await page.getByRole('button', { name: /^Your .* account$/ }).click();
    await page.getByText('token=').first().waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await picture(page, 'outbox');
    const support = await pageOf('support@demo.test');
    await support.goto('/outbox');
    await support.getByRole('heading', { name: 'No access' }).waitFor();
    await support.getByRole('link', { name: 'Plants', exact: true }).waitFor();
    expect(await accessibilityFindings(support)).toEqual([]);
    await support.context().close();
    await page.context().close();
  });
});

describe('the screens of rights', () => {
  it.each([
    '/system/rolesPermission',
    `/system/rolesPermission/edit?id=${INSTALLER}`,
    '/system/menus',
    '/brands',
    '/brands/edit?id=2',
    '/outbox',
    '/health',
  ])('have no findings of axe in any look: %s', async (path) => {
    const page = await pageOf(ADMIN);
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await checkEveryLook(page, path);
    await page.context().close();
  });
});
