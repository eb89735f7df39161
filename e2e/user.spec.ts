// User management: users, companies, permissions of roles, and the history of changes.
import { account } from '@helioport/contract/account';
import { site } from '@helioport/contract/site';
import { user } from '@helioport/contract/user';
import type { Locator, Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import {
  accessibilityFindings,
  callApi,
  checkEveryLook,
  closePages,
  freshSerial,
  newContext,
  pageOf,
  picture,
  rowAction,
} from './fixtures.ts';
import { FIRST_PASSWORD, freshAddress, linkMailedTo, newPerson, tokenOf } from './people.ts';

afterAll(closePages);

const ADMIN = 'admin@demo.test';

/** Opens the user list and the user with this address. */
async function openPerson(page: Page, email: string): Promise<void> {
  await page.goto(`/users?q=${encodeURIComponent(email)}`);
  // On a phone the name is the link, with the address below it.
  await page.locator('tbody tr, .hp-card').filter({ hasText: email }).getByRole('link').first().click();
  await page.getByRole('heading', { name: 'Personal info' }).waitFor();
}

/** Selects an option in a combobox that searches while typing. */
async function choose(within: Page | Locator, label: string, typed: string): Promise<void> {
  const box = within.getByRole('combobox', { name: label, exact: true });
  await box.click();
  await box.fill(typed);
  const page = 'page' in within ? within.page() : within;
  await page.getByRole('option').filter({ hasText: typed }).first().click();
}

describe('people', () => {
  it('are created with an invitation, edited, blocked and found', async () => {
    const page = await pageOf(ADMIN);
    const email = freshAddress();
    await page.goto('/users');
    await page.getByRole('button', { name: 'New user' }).click();

    // An empty form shows its errors and focuses the first field with one.
    await page.getByRole('button', { name: 'Create user' }).click();
    await page.getByText('Please select a group first').waitFor();
    expect(
      await page.getByRole('textbox', { name: 'Email', exact: true }).evaluate((it) => it.matches(':focus')),
    ).toBe(true);

    await page.getByRole('textbox', { name: 'Email', exact: true }).fill(email);
    await page.locator('form').getByLabel('Role').selectOption({ label: 'Installer' });
    await choose(page.locator('form'), 'Company', 'Sonnenwerk');
    await page.getByLabel('Name (optional)').fill('Nora Neumann');
    await page.locator('form').getByLabel('Country').selectOption('DE');
    await page.locator('form').getByLabel('State').selectOption({ label: 'Berlin' });
    await picture(page, 'user-create');
    await page.getByRole('button', { name: 'Create user' }).click();

    // Without a mail server the link is shown immediately.
    await page
      .getByRole('dialog', { name: 'No email was sent' })
      .getByRole('button', { name: 'Close' })
      .last()
      .click();
    await page.getByRole('heading', { name: 'Nora Neumann' }).waitFor();
    await page.getByRole('link', { name: 'Sonnenwerk Montage' }).first().waitFor();
    expect(await linkMailedTo(email)).toContain('token=');

    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByLabel('City (optional)').fill('Potsdam');
    await page.keyboard.press('Escape');
    await page.getByText('You have unsaved changes.').waitFor();
    await page.getByRole('button', { name: 'Keep editing' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('User updated').waitFor();
    await page.getByText('Potsdam').waitFor();

    await page.getByRole('button', { name: 'Block', exact: true }).click();
    await page.getByRole('button', { name: 'Unblock' }).waitFor();
    await page.goto(`/users?status=blocked&q=${email}`);
    await page.getByRole('link', { name: email }).waitFor();
    await page.context().close();
  });

  it('leave their plants to somebody when they are deleted', async () => {
    const [leaving, newOwner] = [await newPerson(), await newPerson()];
    const plant = { siteName: 'Left behind', countryCode: 'DE', timezone: 'Europe/Berlin' };
    await callApi(site.createFast, plant, await tokenOf(leaving, FIRST_PASSWORD));
    const admin = await tokenOf(ADMIN);
    const page = await pageOf(ADMIN);
    await openPerson(page, leaving);
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('What should happen to the plants?').waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);

    // Without an answer nothing happens.
    await page.getByRole('button', { name: 'Delete permanently' }).click();
    await page.getByText('This Field is required.').waitFor();
    await choose(page, 'New owner', newOwner);
    await picture(page, 'user-delete');
    await page.getByRole('button', { name: 'Delete permanently' }).click();
    await page.getByText('User deleted').waitFor();

    const { list } = await callApi(user.list, { filters: { keywords: newOwner } }, admin);
    expect(list[0]?.plants).toBe(1);
    expect((await callApi(user.list, { filters: { keywords: leaving } }, admin)).total).toBe(0);
    expect((await callApi(site.listWithSN, {}, await tokenOf(newOwner, FIRST_PASSWORD))).total).toBe(1);
    await page.context().close();
  });

  it('say why somebody cannot be deleted', async () => {
    const page = await pageOf(ADMIN);
    await openPerson(page, ADMIN);
    await expect.poll(() => page.getByRole('button', { name: 'Delete', exact: true }).count()).toBe(0);
    await page.context().close();
  });
});

describe('companies', () => {
  it('stand in a tree, are founded, renamed and dissolved with a hand-over', async () => {
    const page = await pageOf(ADMIN);
    const name = `Neue Dächer ${Date.now()}`;
    await page.goto('/companies');
    await page.getByRole('button', { name: 'Items under Rheinsolar Handel' }).click();
    await page.getByText('Sonnenwerk Montage').waitFor();

    await rowAction(page, 'Rheinsolar Handel', 'New child company of Rheinsolar Handel');
    await page.getByLabel('Company', { exact: true }).fill(name);
    await page.getByRole('button', { name: 'Create company' }).click();
    await page.getByText('Company created').waitFor();
    await page.getByRole('button', { name: `Edit ${name}` }).click();
    await page.getByLabel('Company', { exact: true }).fill(`${name} II`);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: `Edit ${name} II` }).waitFor();

    // A company with users cannot simply be deleted.
    const admin = await tokenOf(ADMIN);
    const { list } = await callApi(user.companyChoices, { filters: { keywords: name } }, admin);
    const email = freshAddress();
    const companyId = list[0]?.companyId ?? 0;
    await callApi(user.create, { email, sendInvitation: true, groupId: 4, companyId }, admin);
    await page.reload();
    await page.goto(`/companies?q=${encodeURIComponent(name)}`);
    await rowAction(page, `${name} II`, `Delete ${name} II`);
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('This Field is required.').waitFor();
    await choose(page, 'Move them to', 'Tejados del Sol');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText(`${name} II deleted`).first().waitFor();
    await openPerson(page, email);
    await page.getByText('Tejados del Sol').waitFor();

    await page.goto('/audit');
    await page.getByRole('cell', { name: 'Deleted a company' }).first().waitFor();
    await page.context().close();
  });

  it('show a dealer his own branch only', async () => {
    const page = await pageOf('dealer@demo.test');
    await page.goto('/companies');
    await page.getByText('Rheinsolar Handel').first().waitFor();
    await page.getByText('Sonnenwerk Montage').waitFor();
    await expect.poll(() => page.getByText('Southern Cross Supply').count()).toBe(0);
    await expect.poll(() => page.getByText('Lumen Distribution').count()).toBe(0);
    await page.context().close();
  });
});

describe('the screens of people', () => {
  it.each(['/users', '/companies', '/companies?q=sol', '/groupAccess', '/audit'])(
    'have no findings of axe in any look: %s',
    async (path) => {
      const page = await pageOf(ADMIN);
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await checkEveryLook(page, path, path.replaceAll(/\W+/g, '-').slice(1));
      await page.context().close();
    },
  );

  it('have none for one person, nor in the form that edits it', async () => {
    const page = await pageOf(ADMIN);
    await openPerson(page, 'installer@demo.test');
    await checkEveryLook(page, 'detail');
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.locator('label', { hasText: 'Other companies' }).waitFor();
    await checkEveryLook(page, 'drawer');
    await page.context().close();
  });
});

describe('support', () => {
  it('finds person, plant, device and raw readings from a name, and resends an invitation', async () => {
    const email = freshAddress();
    const invited = `Źrebięta ${freshSerial()}`;
    const admin = await tokenOf(ADMIN);
    await callApi(
      user.create,
      { email, sendInvitation: true, groupId: 26, companyId: 0, contactPerson: invited },
      admin,
    );
    const { list } = await callApi(site.listWithSN, { filters: { keywords: 'Haus Sonnenhang' } }, admin);
    const { owner } = await callApi(site.detail, { sid: list[0]?.sid ?? '' }, admin);
    const name = owner?.name ?? '';
    expect(name).not.toBe('');

    const page = await pageOf('support@demo.test');
    await page.goto('/pvPlant');
    const search = async (text: string, hit: string) => {
      await page.getByRole('button', { name: 'Search everything' }).click();
      await page.getByRole('combobox', { name: 'Search everything' }).fill(text);
      await page.getByRole('option', { name: hit }).first().click();
      await page.getByRole('heading', { name: hit, level: 1 }).waitFor();
    };
    await search(name.toUpperCase(), name);
    await page.getByRole('table', { name: 'Plants owned' }).getByRole('link').first().waitFor();
    await page.getByRole('heading', { name: 'Emails', exact: true }).waitFor();
    await page.getByRole('heading', { name: 'Recent changes' }).waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await picture(page, 'support-person');

    const owned = page.getByRole('table', { name: 'Plants owned' });
    await owned.getByRole('link', { name: 'Haus Sonnenhang' }).click();
    await page.getByRole('heading', { name: 'Haus Sonnenhang', level: 1 }).waitFor();
    await page.locator('.hp-plant-facts').getByRole('link', { name }).waitFor();

    await page.locator('a[href*="/devices/detail?sn="]').first().click();
    await page.getByRole('tab', { name: 'Raw frames' }).click();
    await page.getByRole('table', { name: 'Raw frames' }).locator('code').first().waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await picture(page, 'support-frames');

    await search(invited.replace('Źrebięta', 'zrebieta'), invited);
    await page.locator('.hp-page-head').getByText('Invited', { exact: true }).waitFor();
    const mails = page.getByRole('table', { name: 'Emails' }).getByRole('row');
    await expect.poll(() => mails.count()).toBe(2);
    await page.getByRole('button', { name: 'Resend invitation' }).click();
    await page.getByRole('dialog').getByText('No mail server is configured.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
    await expect.poll(() => mails.count()).toBe(3);
    expect(await page.getByRole('button', { name: 'Edit', exact: true }).count()).toBe(0);
    await page.context().close();
  });

  it('leads from a company to its people and plants', async () => {
    const page = await pageOf('support@demo.test');
    await page.goto('/companies?q=Sonnenwerk');
    await page
      .getByRole('link', { name: /^Sonnenwerk/ })
      .first()
      .click();
    await page.getByRole('heading', { name: 'Contact', exact: true }).waitFor();
    await page.getByRole('table', { name: 'Users' }).getByRole('link').first().waitFor();
    await page.getByRole('table', { name: 'Plants' }).getByRole('link').first().waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await picture(page, 'company');
    // A dealer without plants of their own: those of the installers count and are listed.
    await page.goto('/companies?q=Rheinsolar');
    await page.getByRole('link', { name: 'Rheinsolar Handel' }).first().click();
    const plants = page.getByRole('table', { name: 'Plants' });
    await plants.getByRole('link', { name: 'De Molenhoeve' }).waitFor();
    await page.context().close();
  });
});

describe('logins refused after wrong passwords', () => {
  it('are allowed again by an administrator, after a question', async () => {
    const email = freshAddress();
    const person = { email, password: FIRST_PASSWORD, groupId: 26 };
    const { uid } = await callApi(user.create, person, await tokenOf(ADMIN));
    for (let i = 0; i < 5; i++)
      await callApi(account.signIn, { account: email, password: `wrong ${i}` }).catch(() => undefined);
    await expect(tokenOf(email, FIRST_PASSWORD)).rejects.toThrow();
    const page = await pageOf(ADMIN, { width: 390 });
    await page.goto(`/users/detail?uid=${uid}`);
    await page.getByText('1 network until').waitFor();
    await page.getByRole('button', { name: 'Allow logins' }).click();
    const question = page.getByRole('dialog', { name: 'Allow logins to this account again?' });
    expect(await accessibilityFindings(page)).toEqual([]);
    await question.getByRole('button', { name: 'Allow logins' }).click();
    await page.getByText('Logins allowed again').waitFor();
    expect(await tokenOf(email, FIRST_PASSWORD)).not.toBe('');
    await page.context().close();
  });
});

describe('support without a plant', () => {
  it('finds a device that reports under a wrong serial number, and its latest time of reading', async () => {
    const page = await pageOf('support@demo.test');
    await page.goto('/devices/detail?sn=32C8DE01');
    await page.getByRole('main').getByRole('link', { name: 'Data without a plant' }).click();
    await page.waitForURL('**/noRegGatewayList/detail?sn=32C8DE01');
    await page.getByRole('heading', { level: 1, name: '32C8DE01' }).waitFor();
    await page.goto('/devices/detail?sn=86D10001&tab=frames');
    await page
      .getByRole('table', { name: 'Raw frames' })
      .getByText(/^[A-Z][a-z]{2} \d+, \d{4}, \d\d:\d\d:\d\d/)
      .first()
      .waitFor();
    await page.context().close();
  });
});

describe('an invitation without a mail server', () => {
  it('is a link to copy, whose page names the account and what it is for', async () => {
    const page = await pageOf(ADMIN);
    const email = freshAddress();
    await page.goto('/users');
    await page.getByRole('button', { name: 'New user' }).click();
    await page.getByRole('textbox', { name: 'Email', exact: true }).fill(email);
    await page.locator('form').getByLabel('Role').selectOption('26');
    await page.getByRole('button', { name: 'Create user' }).click();
    const dialog = page.getByRole('dialog', { name: 'No email was sent' });
    const link = await dialog.getByText(/resetPwd\?token=/).innerText();
    await picture(page, 'invite-link');
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    const sub = page.locator('.hp-page-head');
    await sub.getByText('Invited', { exact: true }).waitFor();

    const guest = await (await newContext()).newPage();
    await guest.goto(new URL(link).pathname + new URL(link).search);
    await guest.getByRole('heading', { name: 'Set up your account' }).waitFor();
    await guest.getByText(email).waitFor();
    expect(await accessibilityFindings(guest)).toEqual([]);
    await guest.getByLabel('Choose a password').fill('very-long-first-password');
    await guest.getByLabel(/confirm/i).fill('very-long-first-password');
    await guest.getByRole('button', { name: 'Save password' }).click();
    await guest.getByRole('heading', { name: 'Password set' }).waitFor();
    await guest.context().close();
    await page.reload();
    await sub.getByText('Active', { exact: true }).waitFor();
    await page.context().close();
  });
});

describe('invitations of several users', () => {
  it('are resent with one action, and the result lists the reason of each refusal', async () => {
    const word = `Bulk${freshSerial()}`;
    const admin = await tokenOf(ADMIN);
    const [invited, second, ready] = [freshAddress(), freshAddress(), freshAddress()];
    const about = { groupId: 26, companyId: 0, contactPerson: word };
    for (const email of [invited, second])
      await callApi(user.create, { ...about, email, sendInvitation: true }, admin);
    await callApi(user.create, { ...about, email: ready, password: FIRST_PASSWORD }, admin);
    await callApi(account.signIn, { account: ready, password: FIRST_PASSWORD }, '');

    const page = await pageOf(ADMIN);
    // This server has no mail server: the answer of one invitation is that of a server with one.
    await page.route(`**/${user.invite.path}`, async (route) => {
      const response = await route.fetch();
      const envelope = (await response.json()) as { data: object };
      const { list } = await callApi(user.list, { filters: { keywords: word, email: invited } }, admin);
      if (
        route
          .request()
          .postData()
          ?.includes(list[0]?.uid ?? '-')
      )
        envelope.data = { isEmailed: true, link: '' };
      await route.fulfill({ response, json: envelope });
    });
    await page.goto(`/users?q=${word}`);
    await page.getByRole('link', { name: ready }).waitFor();
    await page.getByRole('checkbox', { name: /all/i }).first().check();
    await page.getByText('3 users selected').waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Resend invitation' }).click();
    await page.getByRole('button', { name: 'Resend to 3 users' }).click();
    await page.getByText('Completed: 1 · not completed: 2').waitFor();
    const line = (email: string) => page.getByRole('dialog').getByRole('listitem').filter({ hasText: email });
    expect(await line(invited).textContent()).toContain('Done');
    expect(await line(second).textContent()).toContain('No mail server is configured.');
    expect(await line(ready).textContent()).toContain('already has a password');
    await picture(page, 'invitations');
    await page.context().close();
  });
});
