import { alarm } from '@helioport/contract/alarm';
import { finding } from '@helioport/contract/finding';
import { fleet } from '@helioport/contract/fleet';
import { addDays } from '@helioport/domain/periods';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { storeReadings } from '../../../seed/makeReadings.ts';
import {
  DAYS,
  type EvaluatedPortal,
  FIRST_DAY,
  NOW,
  startEvaluatedPortal,
} from '../../../test/evaluatedPlant.ts';
import { settle } from '../../../test/settle.ts';
import { readingsOfDay } from '../../../test/sunlitPlant.ts';
import { findIssues } from './issues.ts';

/** Whole days without any power before the running one. */
const DARK_DAYS = 2;
const isDark = (day: number) => day >= DAYS - DARK_DAYS;

let portal: EvaluatedPortal;
beforeAll(async () => {
  portal = await startEvaluatedPortal((day) => (isDark(day) ? 0 : 1));
  const { app, plant } = portal;
  const today = readingsOfDay(plant, addDays(FIRST_DAY, DAYS), DAYS, () => 0);
  await storeReadings(
    app.database.pool,
    today.filter(({ atMs }) => atMs <= NOW),
    NOW,
  );
  await settle(app.database.db, NOW);
  await findIssues(app.database.db, NOW);
});
afterAll(() => portal.close());

it('is one finding and one alarm about the plant, with the same loss', async () => {
  const { owner, installer } = portal;
  const { list } = await owner.call(finding.list);
  expect(list.map(({ cause, scope, isFault }) => ({ cause, scope, isFault }))).toEqual([
    { cause: 'inverterFailure', scope: 'plant', isFault: true },
  ]);
  const [found] = list;
  expect(found!.sentence).toMatch(/^Barn: reporting, but without any production for 2 days\. Grid supply/);
  // Two devices with four modules of 400 W on days of 35% to 100% of a clear sky in May.
  expect(found!.lostKwh).toBeGreaterThan(DARK_DAYS * 10);
  expect(found!.lostKwh).toBeLessThan(DARK_DAYS * 22);
  const { list: alarms } = await owner.call(alarm.list, { filters: { state: 'standing' } });
  expect(alarms.map(({ key }) => key)).toEqual(['plantZero']);
  expect(alarms[0]).toMatchObject({ findingId: found!.id, severity: 'major' });
  expect(alarms[0]!.lostKwh).toBeCloseTo(found!.lostKwh, 1);
  const advice = (await installer.call(finding.detail, { id: found!.id })).recommendation;
  expect(JSON.stringify(advice)).toContain('main switch');
});

it('puts the plant on the desk of findings with money at risk', async () => {
  const { list } = await portal.installer.call(fleet.list);
  expect(list[0]).toMatchObject({ topCause: 'inverterFailure', topScope: 'plant', openFindings: 1 });
  expect(list[0]!.riskKwh).toBeGreaterThan(1000);
});
