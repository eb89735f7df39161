// The test browser has the packaged executable and fonts, including Chinese and Japanese, on every host.
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findChromium } from './chromium.ts';
import { closePages, newContext, productUrl } from './fixtures.ts';

afterAll(closePages);

/** Families of the fonts that draw each element of the page. */
async function drawnBy(html: string): Promise<string[][]> {
  const context = await newContext();
  const page = await context.newPage();
  await page.goto(`${productUrl()}/`);
  await page.setContent(html);
  const session = await context.newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument', { depth: -1 });
  const { nodeIds } = await session.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector: 'p' });
  const found: string[][] = [];
  for (const nodeId of nodeIds) {
    const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
    found.push(fonts.filter((font) => !font.isCustomFont).map((font) => font.familyName));
  }
  await context.close();
  return found;
}

describe('the browser of the tests', () => {
  it('draws Latin, Chinese and Japanese text with the packaged fonts', async () => {
    expect(
      await drawnBy(
        '<p style="font-family:sans-serif">Plant overview</p><p lang="zh">发电量，电站</p><p lang="ja">発電所へようこそ</p><p style="font-family:Inter,serif">Zażółć</p>',
      ),
    ).toEqual([['Open Sans'], ['Noto Sans SC'], ['Noto Sans JP'], ['Open Sans']]);
  });

  it('names no folder of the machine for program, libraries and fonts', async () => {
    const { env, executablePath } = await findChromium();
    const config = fs.readFileSync(env.FONTCONFIG_FILE ?? '', 'utf8');
    const folders = [...config.matchAll(/<dir>(.*)<\/dir>/g)].map((match) => match[1] ?? '');
    expect(folders.length).toBeGreaterThan(5);
    const packaged = [path.dirname(executablePath), `${path.sep}node_modules${path.sep}`];
    for (const folder of folders) {
      expect(
        fs.readdirSync(folder, { recursive: true }).some((file) => String(file).endsWith('.ttf')),
        folder,
      ).toBe(true);
      expect(
        packaged.some((part) => folder.includes(part)),
        folder,
      ).toBe(true);
    }
    expect(config).not.toContain('<include');
    expect(env.FONTCONFIG_PATH).toBeUndefined();
  });
});
