// How the CO2 savings are calculated: the figures of the explanation result in the value on the panel.
import { house } from '@helioport/demo/plantsOwner';
import { afterAll, expect, it } from 'vitest';
import { accessibilityFindings, closePages, pageOf, picture } from './fixtures.ts';

afterAll(closePages);

it.each([
  { width: 1440, scheme: 'light' },
  { width: 390, scheme: 'dark' },
] as const)('the benefit says how it is reckoned at $width px', async (look) => {
  const page = await pageOf('owner@demo.test', look);
  await page.goto(`/pvPlant/detail?id=${house.sid}`);
  await page.getByText('How this is calculated').click();
  const line = (start: RegExp) => page.getByRole('listitem').filter({ hasText: start }).innerText();
  const co2 = await line(/^CO₂:/);
  const [kwh, factor] = [...co2.matchAll(/[\d,]+\.?\d*(?= kWh produced| kg per)/g)].map(([text]) =>
    Number(text.replaceAll(',', '')),
  );
  const car = await line(/^Car:/);
  const kg = Number(/([\d,.]+) kg/.exec(car)?.[1]?.replaceAll(',', ''));
  expect(car).toContain('180 g per km');
  expect(await line(/^Bulb:/)).toMatch(/÷ 60 W$/);
  expect(kg).toBeGreaterThan(0);
  expect(Math.abs(kwh! * factor! - kg)).toBeLessThan(0.2);
  // Judged from the top: what the bar at the thumb half covers can be scrolled away from it.
  await page.evaluate(() => scrollTo(0, 0));
  expect(await accessibilityFindings(page)).toEqual([]);
  await page.getByText('How this is calculated').scrollIntoViewIfNeeded();
  await picture(page, `benefit-${look.width}`);
  await page.context().close();
});
