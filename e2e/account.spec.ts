// Users and their own accounts.
import { account } from '@helioport/contract/account';
import { brand } from '@helioport/contract/brand';
import { site } from '@helioport/contract/site';
import { user } from '@helioport/contract/user';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { accessibilityFindings, callApi, closePages, newContext, pageOf, picture } from './fixtures.ts';
import {
  chooseInPopup,
  FIRST_PASSWORD,
  fillLogin,
  freshAddress,
  linkMailedTo,
  newPerson,
  tokenOf,
} from './people.ts';

afterAll(closePages);

const freshPage = async (): Promise<Page> => await (await newContext()).newPage();

/** A page of a user created by a test, logged in through the login page. */
async function signedIn(email: string, password = FIRST_PASSWORD): Promise<Page> {
  const page = await freshPage();
  await page.goto('/');
  await fillLogin(page, email, password);
  await page.waitForURL('**/pvPlant');
  return page;
}

describe('entering', () => {
  it('leads from registering over the link of the mail to the first login', async () => {
    const page = await freshPage();
    const email = freshAddress();
    // The list of countries arrives late: the country of the browser is offered without it.
    let sendCountries = () => {};
    const isChecked = new Promise<void>((resolve) => (sendCountries = resolve));
    await page.route('**/v1/common/country', async (route) => {
      await isChecked;
      await route.continue();
    });
    await page.goto('/');
    await page.getByRole('link', { name: 'Create an account' }).click();
    await page.getByRole('heading', { name: 'Create an account' }).waitFor({ timeout: 40_000 });
    await page.getByRole('button', { name: 'Create account' }).click();
    // Address, password and its repetition; the country is that of the browser.
    await expect.poll(() => page.getByText('This Field is required.').count()).toBe(3);
    sendCountries();
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(FIRST_PASSWORD);
    await page.getByLabel('Confirm password').fill(FIRST_PASSWORD);
    await page.getByLabel('Name').fill('Frieda Neu');
    await page.getByLabel('Country').selectOption('DE');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('heading', { name: 'Check your inbox' }).waitFor();

    // Until the address is confirmed, the login page offers to resend the email.
    await page.goto('/');
    await fillLogin(page, email, FIRST_PASSWORD);
    await page.getByRole('heading', { name: 'Confirm your email address' }).waitFor();

    // Only the password of this registration confirms it.
    await page.goto(await linkMailedTo(email));
    await page.getByLabel('Password', { exact: true }).fill('of somebody else');
    await page.getByRole('button', { name: 'Confirm address' }).click();
    await page.getByText('This is not the password you chose', { exact: false }).waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.getByLabel('Password', { exact: true }).fill(FIRST_PASSWORD);
    await page.getByRole('button', { name: 'Confirm address' }).click();
    await page.getByRole('heading', { name: 'Email address confirmed' }).waitFor();
    await page.getByRole('link', { name: 'Go to login' }).click();
    await fillLogin(page, email, FIRST_PASSWORD);
    await page.waitForURL('**/pvPlant');
    await page.goto('/ucenter/account');
    await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('Frieda Neu');
    await page.context().close();
  });

  it('sets a forgotten password by the link of a mail, once', async () => {
    const email = await newPerson();
    const page = await freshPage();
    await page.goto('/');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor();
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Send link' }).click();
    await page.getByRole('heading', { name: 'Check your inbox' }).waitFor();

    const link = await linkMailedTo(email);
    const setPassword = async (password: string) => {
      await page.goto(link);
      await page.getByLabel('New password').fill(password);
      await page.getByLabel('Confirm password').fill(password);
      await page.getByRole('button', { name: 'Save password' }).click();
    };
    await setPassword('second-password');
    await page.getByRole('heading', { name: 'Password set' }).waitFor();
    await page.getByRole('link', { name: 'Go to login' }).click();
    await fillLogin(page, email, 'second-password');
    await page.waitForURL('**/pvPlant');

    await page.evaluate(() => localStorage.clear());
    await setPassword('third-password');
    await page.locator('.hp-form-error').waitFor();
    await page.context().close();
  });

  it('goes by the keyboard alone, in and out', async () => {
    const page = await freshPage();
    await page.goto('/');
    await page.getByLabel('Email').waitFor();
    const press = async (key: string, times = 1) => {
      for (let i = 0; i < times; i++) await page.keyboard.press(key);
    };
    const tabTo = async (name: string) => {
      for (let i = 0; i < 40; i++) {
        const isThere = await page.evaluate((wanted) => {
          const at = document.activeElement;
          const label = at instanceof HTMLInputElement ? at.labels?.[0]?.textContent : null;
          return [label, at?.getAttribute('aria-label'), at?.textContent].some((text) =>
            text?.startsWith(wanted),
          );
        }, name);
        if (isThere) return;
        await press('Tab');
      }
      throw new Error(`No way by the Tab key to ${name}`);
    };
    await tabTo('Email');
    await page.keyboard.type('owner@demo.test');
    await tabTo('Password');
    await page.keyboard.type('helioport-demo');
    await press('Enter');
    await page.waitForURL('**/pvPlant');
    await page.locator('.hp-user').waitFor();
    await tabTo('Your account');
    await press('Enter');
    await press('Escape');
    await expect.poll(() => page.locator('.hp-user .hp-popup-panel').count()).toBe(0);
    await press('Enter');
    await tabTo('Log out');
    await press('Enter');
    await page.waitForURL('**/?redirect=%2FpvPlant');
    await page.context().close();
  });

  it('returns to the same page when the session ends in the middle of work', async () => {
    const { list } = await callApi(site.listWithSN, {}, await tokenOf('owner@demo.test'));
    const sid = list[0]?.sid ?? '';
    const page = await pageOf('owner@demo.test');
    await page.goto(`/pvPlant/detail?id=${sid}&tab=energy`);
    await page.getByRole('tab', { name: 'Modules' }).waitFor();
    const token = await page.evaluate<string>(
      () => JSON.parse(localStorage.getItem('helioport-session') ?? '{}').state.token,
    );
    await callApi(account.loginOut, {}, token);
    // The page can notice the logout first and remove the tab before the click.
    await page
      .getByRole('tab', { name: 'Modules' })
      .click({ timeout: 5000 })
      .catch(() => undefined);
    await page.getByText('Login has expired, please log in again').waitFor();
    await page.waitForURL(/\/\?redirect=/);
    await fillLogin(page, 'owner@demo.test');
    await page.waitForURL((url) => url.pathname === '/pvPlant/detail' && url.searchParams.get('id') === sid);
    await page.context().close();
  });
});

describe('maintenance', () => {
  const setMaintenance = async (maintenance: boolean) =>
    await callApi(brand.update, { id: 0, maintenance }, await tokenOf('admin@demo.test'));
  afterEach(() => setMaintenance(false));

  it('shuts out whoever is at work, and lets him in again where he was', async () => {
    const page = await pageOf('owner@demo.test');
    await page.goto('/pvPlant');
    await page.getByRole('heading', { name: 'PV plants', level: 1 }).or(page.locator('h1')).first().waitFor();
    await setMaintenance(true);
    await page.goto('/ucenter/account');
    await page.getByRole('heading', { name: 'Under maintenance' }).waitFor();
    await page.getByText('The website is under maintenance, please try again later.').first().waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await picture(page, 'maintenance');

    const visitor = await freshPage();
    await visitor.goto('/');
    await visitor.getByText('The website is under maintenance, please try again later.').first().waitFor();
    await fillLogin(visitor, 'owner@demo.test');
    await visitor
      .locator('.hp-form-error')
      .getByText('The website is under maintenance, please try again later.')
      .waitFor();
    await fillLogin(visitor, 'admin@demo.test');
    await visitor.waitForURL('**/pvPlant');

    await setMaintenance(false);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Account Setup', exact: true }).waitFor();
    await page.context().close();
    await visitor.context().close();
  });
});

describe('the account', () => {
  it('changes its password in the dialog, in the words that were promised', async () => {
    const email = await newPerson();
    const page = await signedIn(email);
    await chooseInPopup(page, 'Change password');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Change password', exact: true }).click();
    await expect.poll(() => dialog.getByText('This Field is required.').count()).toBe(3);
    await dialog.getByLabel('Current password').fill(FIRST_PASSWORD);
    await dialog.getByLabel('New password', { exact: true }).fill('  abc  ');
    await dialog.getByLabel('Confirm new password').fill('other');
    await dialog.getByRole('button', { name: 'Change password', exact: true }).click();
    await dialog.getByText('Incorrect character length').waitFor();
    await dialog.getByText('not same value').waitFor();
    await expect.poll(() => dialog.getByText('This Field is required.').count()).toBe(0);

    await dialog.getByLabel('New password', { exact: true }).fill('second-password');
    await dialog.getByLabel('Confirm new password').fill('second-password');
    await dialog.getByLabel('Current password').fill('wrong-password');
    await dialog.getByRole('button', { name: 'Change password', exact: true }).click();
    await page.getByText('Incorrect password, remaining attempts').waitFor();
    await dialog.getByLabel('Current password').fill(FIRST_PASSWORD);
    await dialog.getByRole('button', { name: 'Change password', exact: true }).click();
    await page.getByText('modified successfully').waitFor();
    await dialog.waitFor({ state: 'hidden' });
    expect(await tokenOf(email, 'second-password')).not.toBe('');
    await page.context().close();
  });

  it('keeps profile, formats and a picture cut by hand', async () => {
    const email = await newPerson();
    const page = await signedIn(email);
    await chooseInPopup(page, 'Profile');
    await page.getByRole('heading', { name: 'Account Setup', exact: true }).waitFor();
    await page.getByLabel('Name', { exact: true }).fill('Greta <b>Test</b>');
    await page.locator('input[type=file]').setInputFiles({
      name: 'me.png',
      mimeType: 'image/png',
      buffer: Buffer.from(
        await page.evaluate(() => {
          const canvas = document.createElement('canvas');
          canvas.width = 300;
          canvas.height = 200;
          canvas.getContext('2d')?.fillRect(0, 0, 150, 200);
          return canvas.toDataURL('image/png').replace(/^.*,/, '');
        }),
        'base64',
      ),
    });
    await page.getByRole('button', { name: /^Drag or use the arrow keys/ }).press('ArrowLeft');
    await page.getByRole('slider', { name: 'Zoom' }).press('ArrowRight');
    await page.getByRole('button', { name: 'Crop and save' }).click();
    await page.locator('.hp-header img.hp-avatar').waitFor();

    await page.getByLabel('Time format').selectOption({ label: '02:05 PM' });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Profile saved').waitFor();
    await page.getByRole('tab', { name: 'Sessions' }).click();
    await page
      .getByText(/\d\d:\d\d:\d\d [AP]M/)
      .first()
      .waitFor();
    const profile = await callApi(account.profile, {}, await tokenOf(email, FIRST_PASSWORD));
    expect(profile).toMatchObject({ contactPerson: 'Greta <b>Test</b>', timeFormat: '12' });
    expect(profile.avatar).not.toBe('');
    await page.context().close();
  });

  it('ends a session that somebody does not know', async () => {
    const email = await newPerson();
    const other = await tokenOf(email, FIRST_PASSWORD);
    const page = await signedIn(email);
    await chooseInPopup(page, 'Sessions');
    await page.getByRole('button', { name: 'End', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'End', exact: true }).click();
    await page.getByText('Session ended').waitFor();
    await expect(callApi(account.info, {}, other)).rejects.toThrow('401');
    await page.context().close();
  });

  it('works for another company, and every list is that of the other', async () => {
    const admin = await tokenOf('admin@demo.test');
    const javier = await callApi(user.list, { filters: { keywords: 'javier@demo.test' } }, admin);
    const ines = await callApi(user.list, { filters: { keywords: 'installer@demo.test' } }, admin);
    const other = javier.list[0];
    const before = await callApi(site.listWithSN, {}, await tokenOf('installer@demo.test'));
    await callApi(user.update, { uid: ines.list[0]?.uid ?? '', memberOf: [other?.companyId ?? 0] }, admin);

    const page = await pageOf('installer@demo.test');
    await page.goto('/pvPlant');
    await page
      .getByText(before.list[0]?.siteName ?? '-')
      .first()
      .waitFor();
    await chooseInPopup(page, 'Switch company');
    await page.getByRole('dialog').getByLabel('Tejados del Sol').check();
    await page.getByRole('button', { name: 'Switch', exact: true }).click();
    await page.getByText('Switched to Tejados del Sol').waitFor();
    const token = await page.evaluate<string>(
      () => JSON.parse(localStorage.getItem('helioport-session') ?? '{}').state.token,
    );
    const after = await callApi(site.listWithSN, {}, token);
    expect(after.list.map(({ sid }) => sid)).not.toEqual(before.list.map(({ sid }) => sid));
    await page
      .getByText(after.list[0]?.siteName ?? '-')
      .first()
      .waitFor();
    await expect.poll(() => page.getByText(before.list[0]?.siteName ?? '-').count()).toBe(0);
    await page.goto('/users');
    await page.getByText('javier@demo.test').first().waitFor();
    await expect.poll(() => page.getByText('hanna@demo.test').count()).toBe(0);
    await page.context().close();
  });

  it('ends for good, hands its plants over and is not let in again', async () => {
    const [leaving, newOwner] = [await newPerson(), await newPerson()];
    const token = await tokenOf(leaving, FIRST_PASSWORD);
    const plant = { siteName: 'Handed over', countryCode: 'DE', timezone: 'Europe/Berlin' };
    const own = [];
    for (let i = 0; i < 2; i++) own.push((await callApi(site.createFast, plant, token)).sid);
    const other = await tokenOf('owner@demo.test');
    const { sid: shared } = await callApi(site.createFast, { ...plant, siteName: 'Shared' }, other);
    await callApi(site.updateFast, { sid: shared, shareWith: [{ email: leaving }] }, other);
    const plants = await callApi(site.listWithSN, {}, token);
    expect(plants.list.map(({ sid }) => sid)).toContain(shared);

    const page = await signedIn(leaving);
    await chooseInPopup(page, 'Close account');
    await page.getByText('This cannot be undone.').waitFor();
    await page.getByLabel('New owner’s email address').fill(newOwner);
    await page.getByLabel('Password', { exact: true }).fill(FIRST_PASSWORD);
    await page.getByRole('button', { name: 'Permanently close my account' }).click();
    await page.getByText('Please enter the same value again').waitFor();
    await page.getByLabel(`Type ${leaving} to confirm`).fill(leaving);
    await page.getByRole('button', { name: 'Permanently close my account' }).click();
    await page.getByText('Your account has been closed').waitFor();
    await fillLogin(page, leaving, FIRST_PASSWORD);
    await page.getByText(/Incorrect password, remaining attempts/).waitFor();

    const handed = await callApi(site.listWithSN, {}, await tokenOf(newOwner, FIRST_PASSWORD));
    // Plants shared with the user are not theirs to transfer.
    expect(handed.list.map(({ sid }) => sid).sort()).toEqual(own.sort());
    await page.context().close();
  });
});

describe('help', () => {
  it('brings the app to the phone by QR code, and the way back to the top, and covers nothing before it is opened', async () => {
    const admin = await tokenOf('admin@demo.test');
    const stores = (appStoreUrl: string, playStoreUrl: string) =>
      callApi(brand.update, { id: 0, appStoreUrl, playStoreUrl }, admin);
    await stores('https://apps.example/helioport', 'https://play.example/helioport');
    const page = await pageOf('owner@demo.test', { height: 320 });
    await page.goto('/ucenter/account');
    await page.getByRole('contentinfo').getByRole('button', { name: 'App and contact' }).click();
    const help = page.getByRole('dialog', { name: 'App and contact' });
    await help.getByRole('link', { name: 'iPhone' }).waitFor();
    await expect.poll(() => help.locator('.hp-help-apps svg').count()).toBe(2);
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'detached' });
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await chooseInPopup(page, 'Help');
    await help.getByRole('button', { name: 'Back to top' }).click();
    await page.waitForFunction(() => scrollY === 0);
    await stores('', '');
    await page.context().close();
  });
});
