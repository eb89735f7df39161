// Documents: an administrator writes one with a PDF and publishes it, an owner finds it by search and opens it.
import { configuration } from '@helioport/contract/configuration';
import { afterAll, describe, expect, it } from 'vitest';
import { accessibilityFindings, callApi, closePages, pageOf, picture, productUrl } from './fixtures.ts';
import { tokenOf } from './people.ts';

afterAll(closePages);

const ADMIN = 'admin@demo.test';
const OWNER = 'owner@demo.test';

const pdf = Buffer.from(
  '%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n',
);

/** Deletes all documents with a word and returns their number. */
async function deleteAbout(keywords: string, token: string): Promise<number> {
  const { list } = await callApi(configuration.documentationList, { filters: { keywords } }, token);
  for (const { id } of list) await callApi(configuration.documentationDel, { id }, token);
  return list.length;
}

describe('a document', () => {
  it('is written, published, found by a word, and its PDF shown', async () => {
    const token = await tokenOf(ADMIN);
    await deleteAbout('fuse', token);
    const page = await pageOf(ADMIN);
    await page.goto('/documentation');
    await page.getByRole('button', { name: 'New document' }).click();
    await page.getByRole('heading', { name: 'New document' }).waitFor();
    await page.getByRole('button', { name: 'Back' }).waitFor();
    await page.getByLabel('Title').fill('Replacing a fuse');
    await page
      .getByLabel('Text', { exact: true })
      .fill('# First\n\nOpen the **disconnector**. <b onclick="x()">no</b>');
    // The preview shows the typed text, and HTML is escaped.
    await page.getByRole('heading', { name: 'First' }).waitFor();
    await expect.poll(() => page.locator('.hp-prose b').count()).toBe(0);
    await page.locator('input[type=file]').setInputFiles({
      name: 'virus.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('MZ this is no PDF'),
    });
    await page.getByText('incomplete or its type is not supported').waitFor();
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'fuse.pdf', mimeType: 'application/pdf', buffer: pdf });
    await page.getByRole('button', { name: 'Preview fuse.pdf' }).waitFor();
    await page.getByLabel('Published').check();
    expect(await accessibilityFindings(page)).toEqual([]);
    await picture(page, 'documentation-edit');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Document saved').waitFor();
    await page.getByRole('button', { name: 'Replacing a fuse', exact: true }).waitFor();

    const reader = await pageOf(OWNER);
    await reader.goto('/documentation?q=disconnectors');
    await reader.getByRole('button', { name: 'Replacing a fuse', exact: true }).click();
    await reader.getByText('disconnector', { exact: true }).waitFor();
    await reader.getByRole('button', { name: 'Preview fuse.pdf' }).click();
    const address = await reader.locator('iframe[title="fuse.pdf"]').getAttribute('src');
    const shown = await fetch(productUrl() + address);
    expect(shown.headers.get('content-type')).toBe('application/pdf');
    expect(Buffer.from(await shown.arrayBuffer()).equals(pdf)).toBe(true);
    await reader.keyboard.press('Escape');
    // A reader cannot edit.
    await reader.goto('/documentation');
    await reader.getByRole('button', { name: 'Mounting the BDM-800' }).waitFor();
    await expect.poll(() => reader.getByRole('button', { name: /New document|Edit / }).count()).toBe(0);
    await reader.goto('/documentation/edit');
    await reader.getByText('You can read documents but not edit them.').waitFor();

    // Once deleted, the reader no longer finds it.
    expect(await deleteAbout('fuse', token)).toBe(1);
    await reader.goto('/documentation?q=fuse');
    await reader.getByText('No documents match').waitFor();
    expect((await fetch(productUrl() + address)).status).toBe(404);
    await page.context().close();
    await reader.context().close();
  });

  it.each([
    { width: 1440, scheme: 'light' },
    { width: 390, scheme: 'dark' },
  ] as const)('is read without a fault that axe can see and fits at $width', async (look) => {
    const page = await pageOf(OWNER, look);
    await page.goto('/documentation');
    await page.getByRole('button', { name: 'Mounting the BDM-800' }).click();
    await page.getByText('Before you start').waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(look.width);
    await picture(page, `documentation-${look.scheme}-${look.width}`);
    await page.context().close();
  });
});
