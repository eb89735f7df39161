// Every table at 390 px: the page is no wider than the phone, and all that can be pressed can be reached. At 1440 px
// no list hides a column.
import { auth } from '@helioport/contract/auth';
import { house } from '@helioport/demo/plantsOwner';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callApi, closePages, pageOf } from './fixtures.ts';
import { tokenOf } from './people.ts';

const WIDTH = 390;

let page: Page;
beforeAll(async () => {
  // Creates an entry in the audit log.
  await callApi(auth.roleCreate, { name: 'Roof inspectors', scope: 'own' }, await tokenOf('admin@demo.test'));
  page = await pageOf('admin@demo.test', { width: WIDTH, height: 844 });
});
afterAll(closePages);

/** Elements that are wider than the phone, cut off or covered, by their text. */
const outOfReach = (): Promise<string[]> =>
  page.evaluate((width) => {
    const found: string[] = [];
    const root = document.documentElement;
    if (root.scrollWidth > width) found.push(`the page is ${root.scrollWidth} px wide`);
    /** An element that scrolls horizontally and has an accessible name. */
    const isInFrame = (element: Element): boolean => {
      for (let at = element.parentElement; at; at = at.parentElement) {
        if (at.scrollWidth <= at.clientWidth || !/auto|scroll/.test(getComputedStyle(at).overflowX)) continue;
        return at.closest('[aria-label], [aria-labelledby], [role="tablist"]') !== null;
      }
      return false;
    };
    const wordsOf = (element: HTMLElement) =>
      `${element.tagName.toLowerCase()} "${(element.ariaLabel || element.innerText || element.className).trim().slice(0, 40)}"`;
    const stops = document.querySelectorAll<HTMLElement>(
      'main :is(a[href], button:not(:disabled), input:not(:disabled), select, summary)',
    );
    for (const stop of stops) {
      if (!stop.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      const before = stop.getBoundingClientRect();
      if (before.width < 2 || before.height < 2) continue;
      if ((before.left < 0 || before.right > width) && !isInFrame(stop))
        found.push(`${wordsOf(stop)} is cut off`);
      stop.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      // For text that wraps, the first line.
      const box = stop.getClientRects()[0] ?? before;
      const top = document.elementFromPoint(
        Math.min(width - 1, box.left + box.width / 2),
        box.top + box.height / 2,
      );
      const label = (stop as HTMLInputElement).labels?.[0];
      const isFree = top !== null && (stop.contains(top) || top.contains(stop) || label?.contains(top));
      if (!isFree)
        found.push(`${wordsOf(stop)} is covered by ${top ? wordsOf(top as HTMLElement) : 'nothing'}`);
    }
    scrollTo(0, 0);
    return found;
  }, WIDTH);

/** Opens a page and waits for its main content. */
async function open(path: string, shown: string): Promise<void> {
  await page.goto(path);
  await page.locator(shown).filter({ visible: true }).first().waitFor();
  await page.locator('main .hp-bones').first().waitFor({ state: 'detached' });
}

const card = '.hp-card, tbody tr';
const plant = `/pvPlant/detail?id=${house.sid}`;

describe('at 390 px nothing is out of reach', () => {
  it.each([
    ['plants', '/pvPlant', card],
    ['gateways of no plant', '/noRegGatewayList', 'main h1'],
    ['users', '/users', card],
    ['companies', '/companies', 'tbody tr'],
    ['companies that match', '/companies?q=solar', card],
    ['group access', '/groupAccess', 'main h1'],
    ['change log', '/audit', card],
    ['roles', '/system/rolesPermission', card],
    ['rights of a role', '/system/rolesPermission/edit?id=4', 'main input[type="checkbox"]'],
    ['menus', '/system/menus', 'tbody tr'],
    ['brands', '/brands', 'main h1'],
    ['CO₂ factors', '/co2Factors', card],
    ['outbox', '/outbox', 'main h1'],
    ['health', '/health', 'main h2'],
    ['sessions', '/ucenter/account?tab=sessions', card],
    ['devices of a plant', plant, '.hp-devices, tbody tr, .hp-card'],
    ['energy', `${plant}&tab=energy`, 'main canvas'],
    ['modules', `${plant}&tab=modules&show=table`, card],
    ['history', `${plant}&tab=history`, card],
    ['reports', `${plant}&tab=reports`, 'iframe.hp-report-sheet'],
    ['events', `${plant}&tab=events`, 'main h1'],
    ['dashboard', '/dashboard', 'main h2'],
    ['devices', '/devices/index', card],
    ['meters', '/devices/electricMeter', card],
    ['all-in-one machines', '/devices/allInOneMachine', card],
    ['alarms', '/devices/alarms', 'main h1'],
    ['products', '/products', card],
    ['serials', '/snList', card],
    ['firmware', '/hardwareConfig/otaFile', 'main h1'],
    ['documents', '/documentation', 'main h1'],
    ['settings of a plant', `/pvPlant/edit?id=${house.sid}`, 'main form'],
    ['changes of a plant', `/audit?sid=${house.sid}`, 'main h1'],
  ])('%s', async (_what, path, shown) => {
    await open(path, shown);
    expect(await outOfReach()).toEqual([]);
  });

  it('would find a row that is cut off, and a button that something covers', async () => {
    await open('/users', card);
    await page.evaluate(() => {
      const wide = document.createElement('div');
      wide.style.cssText = 'width: 600px; text-align: right';
      wide.innerHTML = '<button>far away</button>';
      const low = document.createElement('div');
      low.style.cssText = 'position: relative';
      low.innerHTML = '<button>below</button><i style="position: absolute; inset: 0"></i>';
      document.querySelector('main')?.append(wide, low);
    });
    const found = (await outOfReach()).join('\n');
    expect(found).toContain('"far away" is cut off');
    expect(found).toContain('"below" is covered');
    expect(found).toContain('the page is');
  });

  it('the actions of a company and of a menu entry stand in a menu that keys reach', async () => {
    await open('/companies', 'tbody tr');
    const opener = page.getByRole('button', { name: 'Actions for Lumen Distribution' });
    await opener.focus();
    await page.keyboard.press('Enter');
    const edit = page.getByRole('menuitem', { name: 'Edit Lumen Distribution' });
    await edit.waitFor();
    // The menu lies over the rows below it, and itself under nothing.
    expect((await outOfReach()).filter((line) => /^(button|a) "(Edit|Users of) Lumen/.test(line))).toEqual(
      [],
    );
    await page.keyboard.press('Escape');
    await expect.poll(() => edit.count()).toBe(0);
    expect(await opener.evaluate((one) => one === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await edit.waitFor();
    // Letters find an action, as in any menu.
    await page.keyboard.type('Edit');
    await page.keyboard.press('Enter');
    await page.getByText('Edit company').first().waitFor();
  });
});

describe.each(['en-US', 'de-DE'])('at 1440 px no list hides a column: %s', (locale) => {
  let wide: Page;
  beforeAll(async () => {
    wide = await pageOf('admin@demo.test', { width: 1440, height: 900, locale });
  });

  it.each([
    ['plants', '/pvPlant'],
    ['devices', '/devices/index'],
    ['alarms', '/devices/alarms'],
    ['change log', '/audit'],
    ['serials', '/snList'],
    ['fleet', '/fleet'],
    ['firmware', '/hardwareConfig/otaFile'],
    ['devices of a plant', plant],
    ['modules beside the roof', `${plant}&tab=modules`],
  ])('%s', async (_what, path) => {
    await wide.goto(path);
    await wide.locator('main :is(tbody tr, .hp-state)').filter({ visible: true }).first().waitFor();
    await wide.locator('main .hp-bones').first().waitFor({ state: 'detached' });
    const hidden = await wide.evaluate(() =>
      [...document.querySelectorAll('main :is(.hp-rows, .hp-long-table)')]
        .filter((list) => list.scrollWidth > list.clientWidth)
        .map((list) => `${list.scrollWidth} px in ${list.clientWidth} px`),
    );
    expect(hidden).toEqual([]);
  });
});
