import { finding } from '@helioport/contract/finding';
import { pv } from '@helioport/contract/pv';
import { languages } from '@helioport/domain/languages';
import type { ReportPeriod } from '@helioport/domain/reportSpans';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type EvaluatedPortal, LAST_DAY, startEvaluatedPortal } from '../../../test/evaluatedPlant.ts';

let portal: EvaluatedPortal;
beforeAll(async () => {
  portal = await startEvaluatedPortal();
});
afterAll(() => portal.close());

const viewOf = (period: ReportPeriod, date: string, lan = 6) =>
  portal.owner.call(pv.reportView, { sid: portal.plant.sid, period, date, languageCode: lan });
const sectionOf = (text: string) => text.slice(text.indexOf('Findings\n')).split('\n\n')[0]!.split('\n');

it('names cause, module, and what an open finding cost in the month, with its total', async () => {
  const [found] = (await portal.owner.call(finding.list)).list;
  const { text, html } = await viewOf('monthly', LAST_DAY);
  const [title, row, total, note, ...rest] = sectionOf(text);
  expect([title, rest]).toEqual(['Findings', []]);
  expect(row).toMatch(/^.+: Module .+ \/ 2 \(South\): .+kWh \(€[\d.]+\) · Open since May 9, 2026$/);
  const kwh = Number(/([\d.]+)\u00a0kWh/.exec(row!)![1]);
  expect(kwh).toBeCloseTo(found!.lostKwh, 1);
  expect(total).toBe(row!.replace(/^.*: (.+\)) · .*$/, 'Lost in this period: $1'));
  expect(note).toBe('Modules, devices and arrays were evaluated until May 20, 2026.');
  expect(html).toContain('Open since May 9, 2026');
});

it('says until when was evaluated where nothing was found, and where nothing was evaluated', async () => {
  expect(sectionOf((await viewOf('monthly', '2026-04-10')).text)).toEqual([
    'Findings',
    'No findings. Modules, devices and arrays were evaluated until April 30, 2026.',
  ]);
  expect(sectionOf((await viewOf('yearly', '2025-04-10')).text)).toEqual([
    'Findings',
    'No day of this period has been evaluated.',
  ]);
  expect((await viewOf('daily', LAST_DAY)).text).not.toContain('Findings');
});

it('names what was closed in the period and recovered, in every language and on paper', async () => {
  const { db } = portal.app.database;
  await sql`update finding set until_at = '2026-05-15T10:00Z', recovered_wh = 400`.execute(db);
  const { text } = await viewOf('yearly', LAST_DAY);
  expect(text).toContain('Since May 9, 2026, closed May 15, 2026 · Recovered per day: 400\u00a0Wh');
  for (const { code } of languages) {
    const view = await viewOf('monthly', LAST_DAY, code);
    expect(view.text).not.toMatch(/mail\.report|finding\.|\{\{/);
  }
  const file = await portal.owner.call(pv.reportPdf, {
    sid: portal.plant.sid,
    period: 'monthly',
    date: LAST_DAY,
  });
  expect(file).toBeTruthy();
});

it('names the other findings in one row, and the total is that of the rows', async () => {
  const { db } = portal.app.database;
  await sql`
    with made as (
      insert into finding (site_id, key, scope, device_ids, addrs, cause, confidence, probability, is_fault, since_at,
        detected_at, lost_wh, evidence, last_day, run)
      select site_id, 'k' || n, 'plant', device_ids, addrs, 'soiling', 'high', 0.9, true, since_at, detected_at, 0, '[]',
        last_day, run from finding cross join generate_series(1, 30) n returning site_id, id
    )
    insert into loss_day (site_id, day, finding_id, cause, lost_wh, lost_money)
    select site_id, '2026-05-12', id, 'soiling', 1003.4, 0.333 from made`.execute(db);
  const lines = sectionOf((await viewOf('monthly', LAST_DAY)).text);
  const kwhOf = (line: string) => Math.round(Number(/([\d.]+)\u00a0kWh/.exec(line)![1]) * 100);
  const rows = lines.slice(1, -2);
  expect(rows).toHaveLength(21);
  expect(rows.at(-1)).toMatch(/^Other findings: 11\u00a0kWh/);
  expect(kwhOf(lines.at(-2)!)).toBe(rows.reduce((sum, line) => sum + kwhOf(line), 0));
});

it('states the same loss of a module in its sentence and in its finding', async () => {
  const { db } = portal.app.database;
  await sql`update finding set until_at = null where scope = 'module'`.execute(db);
  await sql`
    insert into device_issue (site_id, device_id, key, addrs, since_day)
    select site_id, device_id, 'modulesMakeNothing', array[addr], '2026-05-09' from finding where scope = 'module'
    on conflict do nothing`.execute(db);
  await sql`
    update loss_day l set lost_wh = 3 * l.lost_wh from finding f
    where f.id = l.finding_id and f.site_id = l.site_id and f.scope = 'module'`.execute(db);
  const { text } = await viewOf('monthly', LAST_DAY);
  const energy = (pattern: RegExp) => Number(pattern.exec(text)?.[1]);
  const sentence = energy(/is not producing\. Energy lost: ([\d.]+)\u00a0kWh/);
  expect(sentence).toBeGreaterThan(0);
  expect(sentence).toBeCloseTo(energy(/: Module .+ \/ 2 \(South\): ([\d.]+)\u00a0kWh/), 0);
});
