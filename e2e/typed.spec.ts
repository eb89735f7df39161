// No input is lost: leaving asks, a reload restores it, and saving clears it.
import { brand } from '@helioport/contract/brand';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { accessibilityFindings, callApi, closePages, newContext, pageOf } from './fixtures.ts';
import { tokenOf } from './people.ts';

let page: Page;

// Drafts are kept in the browser, so each try has one of its own.
beforeEach(async () => {
  page = await pageOf('admin@demo.test');
});

afterEach(() => page.context().close());
afterAll(closePages);

const name = () => page.getByRole('textbox', { name: 'Name', exact: true });
const save = () => page.getByRole('button', { name: 'Save', exact: true });
const question = () => page.getByRole('dialog').filter({ hasText: 'You have unsaved changes.' });

describe('what somebody types', () => {
  it('is asked about when a link would take it away, and stays when he stays', async () => {
    await page.goto('/brands/edit?id=2');
    await name().fill('Sunny Side');
    await page.getByRole('link', { name: 'Users' }).click();
    await question().waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Keep editing' }).click();
    expect(new URL(page.url()).pathname).toBe('/brands/edit');
    await expect.poll(() => name().inputValue()).toBe('Sunny Side');
  });

  it('is there again after a reload, which asks, too, and can be thrown away', async () => {
    await page.goto('/brands/edit?id=2');
    await name().fill('Sunny Side');
    let question = '';
    page.once('dialog', (dialog) => {
      question = dialog.type();
      void dialog.accept();
    });
    await page.reload();
    expect(question).toBe('beforeunload');
    await page.getByText('Your unsaved changes have been restored.').waitFor();
    await expect.poll(() => name().inputValue()).toBe('Sunny Side');
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect.poll(() => name().inputValue()).not.toBe('Sunny Side');
    await page.getByRole('link', { name: 'Users' }).click();
    await page.waitForURL('**/users');
  });

  it('is thrown away when he says so', async () => {
    await page.goto('/brands/edit?id=2');
    await name().fill('Sunny Side');
    await page.getByRole('link', { name: 'Users' }).click();
    await question().getByRole('button', { name: 'Discard' }).click();
    await page.waitForURL('**/users');
    await page.goto('/brands/edit?id=2');
    await name().waitFor();
    await expect.poll(() => name().inputValue()).not.toBe('Sunny Side');
  });

  it('is saved when saved: maintenance is begun and ended without a reload', async () => {
    await callApi(brand.update, { id: 2, maintenance: false }, await tokenOf('admin@demo.test'));
    await page.goto('/brands/edit?id=2');
    const maintenance = page.getByRole('checkbox', { name: 'Maintenance' });
    await maintenance.check();
    await save().click();
    await page.getByText('Saved', { exact: false }).first().waitFor();
    await expect.poll(() => save().isDisabled()).toBe(true);
    await maintenance.uncheck();
    await expect.poll(() => save().isEnabled()).toBe(true);
    await save().click();
    await expect.poll(() => save().isDisabled()).toBe(true);
    await page.reload();
    await name().waitFor();
    await expect.poll(() => maintenance.isChecked()).toBe(false);
  });

  it('is asked about when rights are ticked', async () => {
    await page.goto('/system/rolesPermission');
    await page.getByRole('link', { name: 'End User' }).click();
    await page.locator('.hp-rights input[type="checkbox"]:enabled').last().click();
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await page.getByText('Your unsaved changes have been restored.').waitFor();
    await page.getByText(/^(Revoked|Granted): 1$/).waitFor();
    await page.getByRole('link', { name: 'Users' }).click();
    await question().getByRole('button', { name: 'Discard' }).click();
    await page.waitForURL('**/users');
  });

  it('never lands in the form of another: unknown brands are not found, and a set-up portal says so', async () => {
    for (const id of ['99', 'x', '']) {
      await page.goto(`/brands/edit?id=${id}`);
      await page.getByText('Not found').waitFor();
      await expect.poll(() => page.getByRole('textbox').count()).toBe(0);
    }
    const visitor = await (await newContext()).newPage();
    await visitor.goto('/setup');
    await visitor.getByText('This portal has already been set up').waitFor();
    await visitor.getByRole('button', { name: 'Log in' }).waitFor();
  });
});
