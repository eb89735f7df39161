// Users created per test and their emails, so that changes to an account cannot affect other tests.
import { account } from '@helioport/contract/account';
import { mail } from '@helioport/contract/mail';
import { user } from '@helioport/contract/user';
import type { Page } from 'playwright-core';
import { callApi, DEMO_PASSWORD } from './fixtures.ts';

export const FIRST_PASSWORD = 'first-password';
const END_USER = 26;

let count = 0;

/** An unused email address. */
export const freshAddress = (): string => `story${Date.now().toString(36)}${count++}@story.test`;

/** A session token of the user. */
export async function tokenOf(email: string, password = DEMO_PASSWORD): Promise<string> {
  return (await callApi(account.signIn, { account: email, password })).tokenInfo.token;
}

/** Creates an end user with `FIRST_PASSWORD` and no plants, and returns the email address. */
export async function newPerson(): Promise<string> {
  const email = freshAddress();
  const admin = await tokenOf('admin@demo.test');
  await callApi(user.create, { email, password: FIRST_PASSWORD, groupId: END_USER, companyId: 0 }, admin);
  return email;
}

/** The path of the link in the newest email to an address, as shown in the outbox. */
export async function linkMailedTo(email: string): Promise<string> {
  const admin = await tokenOf('admin@demo.test');
  const { list } = await callApi(mail.list, { filters: { keywords: email } }, admin);
  const newest = list[0];
  if (newest === undefined) throw new Error(`No mail to ${email}`);
  const { text } = await callApi(mail.detail, { id: newest.id }, admin);
  const path = /https?:\/\/[^/\s]+(\/\S+token=\S+)/.exec(text)?.[1];
  if (path === undefined) throw new Error(`No link in: ${text}`);
  return path;
}

/** Fills the login page that is open and sends it. */
export async function fillLogin(page: Page, email: string, password = DEMO_PASSWORD): Promise<void> {
  const button = page.getByRole('button', { name: 'Log in', exact: true });
  // Another page can have fields of these names until the login page replaces it.
  await button.waitFor();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await button.click();
}

/** Opens the user menu in the header and selects an item. */
export async function chooseInPopup(page: Page, line: string): Promise<void> {
  await page.locator('.hp-user > .hp-popup-button').click();
  await page.locator('.hp-user .hp-popup-panel').getByRole('button', { name: line, exact: true }).click();
}

/** Presses Tab until an element with this name has the focus; the name is that of its label, or its text. */
export async function tabTo(page: Page, name: string): Promise<void> {
  for (let i = 0; i < 400; i++) {
    const isThere = await page.evaluate((wanted) => {
      const now = document.activeElement;
      if (now === null || now === document.body) return false;
      const labels = [...((now as HTMLInputElement).labels ?? [])];
      const texts = [
        now.getAttribute('aria-label'),
        now.textContent,
        ...labels.map((one) => one.textContent),
      ];
      return texts.some((text) => text?.trim().startsWith(wanted));
    }, name);
    if (isThere) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never reached ${name}`);
}
