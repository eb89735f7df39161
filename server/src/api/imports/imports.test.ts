// Imports of history against a real database: the plant has the energy of the file, and an undone import leaves nothing.
import { account } from '@helioport/contract/account';
import type { Endpoint, OutputOf } from '@helioport/contract/endpoint';
import { IMPORT_BYTES, imports } from '@helioport/contract/imports';
import { site } from '@helioport/contract/site';
import { makeSheet, makeZip } from '@helioport/demo/makeSheet';
import { dayBounds, dayRange, localDay } from '@helioport/domain/periods';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeDevice, makeSite } from '../../../seed/make.ts';
import { type People, startPeople } from '../../../test/people.ts';
import { settle } from '../../../test/settle.ts';
import { importHistory } from '../../jobs/importHistory.ts';
import { inTransaction } from '../../platform/db.ts';
import { createLog } from '../../platform/log.ts';

const NOW = Date.UTC(2026, 5, 21, 12);
const BERLIN = 'Europe/Berlin';
const log = createLog('silent');

let world: People;
let sid: string;
let siteId: number;
const tokens = new Map<string, string>();

beforeAll(async () => {
  world = await startPeople({ now: NOW });
});
beforeEach(async () => {
  const made = await inTransaction(db(), 'write', async (tx) =>
    makeSite(tx, {
      name: 'Imported',
      companyId: world.company.northInstaller,
      ownerId: await world.id('free'),
    }),
  );
  ({ sid, id: siteId } = made);
  await sql`update sites set timezone = ${BERLIN} where id = ${siteId}`.execute(db());
});
afterAll(() => world.close());

const db = () => world.app.database.db;
const clock = () => world.app.now();

async function tokenOf(name: string): Promise<string> {
  const known = tokens.get(name);
  if (known !== undefined) return known;
  const answer = await world.app.anonymous.call(account.signIn, {
    account: `${name}@make.test`,
    password: 'helioport-demo',
  });
  tokens.set(name, answer.tokenInfo.token);
  return answer.tokenInfo.token;
}

interface Sent {
  file: string | Buffer;
  name?: string;
  who?: string;
  choices?: object;
  days?: string;
  plant?: string;
}

async function send(
  { path }: Endpoint,
  { file, name = 'export.csv', who = 'free', choices, days, plant = sid }: Sent,
) {
  const boundary = 'helioport-boundary';
  const fields = Object.entries({
    sid: plant,
    ...(choices ? { choices: JSON.stringify(choices) } : {}),
    ...(days ? { days } : {}),
  });
  const head = fields
    .map(
      ([key, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`,
    )
    .join('');
  const opening = `${head}--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`;
  const answer = await world.app.http.inject({
    method: 'POST',
    url: `/${path}`,
    headers: {
      authorization: await tokenOf(who),
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    payload: Buffer.concat([Buffer.from(opening), Buffer.from(file), Buffer.from(`\r\n--${boundary}--\r\n`)]),
  });
  return { status: answer.statusCode, ...(answer.json() as { code: number; data: unknown }) };
}
const preview = async (sent: Sent) => {
  const { code, data } = await send(imports.preview, sent);
  expect(code).toBe(200);
  return data as OutputOf<typeof imports.preview>;
};
const start = async (sent: Sent) => {
  const { code, data } = await send(imports.start, sent);
  expect(code).toBe(200);
  return (data as OutputOf<typeof imports.start>).id;
};
const listed = async () => (await (await world.as('free')).call(imports.list, { sid })).list;
const carryOut = async () => {
  await importHistory({ db: db(), clock, log }, () => false);
  await settle(db(), clock());
  await importHistory({ db: db(), clock, log }, () => false);
};
const daysOf = async () => {
  const { rows } = await sql<{
    day: string;
    wh: number | null;
    imported: number | null;
    exported: number | null;
    completeness: number;
  }>`
    select day::text as day, energy_wh as wh, completeness, import_wh as imported, export_wh as exported
    from site_day where site_id = ${siteId} order by day`.execute(db());
  return rows;
};
/** An interval of every hour of these local days in the form of the export, with the energy of each day. */
function hours(first: string, last: string) {
  const shown = new Intl.DateTimeFormat('sv-SE', {
    timeZone: BERLIN,
    dateStyle: 'short',
    timeStyle: 'short',
  });
  const lines: string[] = [];
  const byDay = new Map<string, number>();
  const days = dayRange(first, last);
  const endMs = dayBounds(last, BERLIN).endMs;
  for (let ms = dayBounds(first, BERLIN).startMs, i = 0; ms < endMs; ms += 3_600_000, i++) {
    const tenths = (i * 7919) % 50_000;
    lines.push(`${shown.format(ms)},${tenths / 10}`);
    const day = localDay(ms, BERLIN);
    byDay.set(day, (byDay.get(day) ?? 0) + tenths);
  }
  return { days, lines, byDay, text: `Time,System Production (Wh)\n${lines.join('\n')}\n` };
}

describe('a year of hours', () => {
  it('has the totals of the file on every day, both clock changes included, also after ten interruptions; undo removes it', async () => {
    const { text, byDay, days } = hours('2025-01-01', '2025-12-31');
    const shown = await preview({ file: text });
    expect(shown).toMatchObject({
      source: 'solaredge',
      stepMinutes: 60,
      days: 365,
      skippedDays: 0,
      firstDay: '2025-01-01',
      lastDay: '2025-12-31',
      rows: { imported: 8760, repeated: 0, undated: 0 },
      hasUnits: true,
      dataFrom: null,
    });
    const all = [...byDay.values()].reduce((a, b) => a + b, 0);
    expect(shown.totals.produced).toBe(all / 10);

    await start({ file: text, name: 'Old portal.csv' });
    expect(await listed()).toMatchObject([{ state: 'waiting', progress: 0, fileName: 'Old portal.csv' }]);
    for (let i = 0; i < 10; i++) {
      // The process ends after two transactions; the next one continues.
      let looks = 0;
      await importHistory({ db: db(), clock, log, daysAtOnce: 15 }, () => ++looks > 3);
    }
    const [half] = await listed();
    expect(half!.progress).toBeGreaterThan(0);
    await carryOut();
    expect(await listed()).toMatchObject([
      { state: 'done', progress: 1, days: 365, totals: { produced: all / 10 } },
    ]);

    const stored = await daysOf();
    expect(stored.map(({ day }) => day)).toEqual(days);
    expect(stored.map(({ wh }) => Math.round(wh! * 10))).toEqual(days.map((day) => byDay.get(day)));
    expect(stored.every(({ completeness }) => completeness > 0.99)).toBe(true);
    const { list } = await (await world.as('free')).call(imports.list, { sid });
    const { rows: devices } = await sql<{ alias: string; kind: string }>`
      select alias, kind, retired_at is not null as "isRetired" from devices where site_id = ${siteId}`.execute(
      db(),
    );
    expect(devices).toEqual([{ alias: 'Old portal', kind: 'stringMachine', isRetired: true }]);

    await (await world.as('free')).call(imports.undo, { sid, id: list[0]!.id });
    await settle(db(), clock());
    expect(await daysOf()).toEqual([]);
    expect(await listed()).toEqual([]);
    const { rows } = await sql`select from devices where vendor = 'import'`.execute(db());
    expect(rows).toEqual([]);
    const { rows: audit } = await sql<{ action: string }>`
      select action from audit where site_id = ${siteId} order by at, action`.execute(db());
    expect(audit.map(({ action }) => action)).toEqual(['imports.start', 'imports.undo']);
  });
});

describe('days', () => {
  const file = `Datum;PV Produktion [kWh];Netzeinspeisung [kWh];Netzbezug [kWh]
29.03.2025;12,5;3,25;1
30.03.2025;1.000,1;900;0,5
01.04.2025;7;1;2
Summe;1019,6;904,25;3,5`;

  it('of a file with days are exact and complete, a missing day stays missing', async () => {
    const shown = await preview({ file });
    expect(shown).toMatchObject({
      stepMinutes: 1440,
      dateOrder: 'dmy',
      decimal: ',',
      days: 3,
      rows: { undated: 1 },
    });
    expect(shown.sample[0]).toEqual(['29.03.2025', '12,5', '3,25', '1']);
    await start({ file });
    await carryOut();
    expect(await daysOf()).toEqual([
      { day: '2025-03-29', wh: 12_500, exported: 3250, imported: 1000, completeness: 1 },
      { day: '2025-03-30', wh: 1_000_100, exported: 900_000, imported: 500, completeness: 1 },
      { day: '2025-04-01', wh: 7000, exported: 1000, imported: 2000, completeness: 1 },
    ]);
    const overview = await (await world.as('free')).call(site.overview, { sid });
    expect(JSON.stringify(overview)).not.toContain('null,null,null,null');
  });

  it('on which the plant has data are left out, unless all are wanted', async () => {
    await start({ file });
    expect((await send(imports.start, { file })).code).toBe(1442);
    await carryOut();
    const longer = `${file.split('\n').slice(0, 3).join('\n')}\n02.04.2025;5;1;1\n03.04.2025;6;1;1`;
    expect(await preview({ file: longer })).toMatchObject({
      days: 2,
      skippedDays: 2,
      firstDay: '2025-04-02',
      dataFrom: '2025-03-29',
      dataTo: '2025-04-01',
      totals: { produced: 11_000 },
    });
    expect(await preview({ file: longer, days: 'all' })).toMatchObject({ days: 4, skippedDays: 0 });
    await start({ file: longer });
    await carryOut();
    expect((await daysOf()).map(({ wh }) => wh)).toEqual([12_500, 1_000_100, 7000, 5000, 6000]);
    expect((await send(imports.start, { file: longer })).code).toBe(1452);
    const [second] = await listed();
    await (await world.as('free')).call(imports.undo, { sid, id: second!.id });
    await settle(db(), clock());
    expect((await daysOf()).map(({ wh }) => wh)).toEqual([12_500, 1_000_100, 7000]);
  });

  it('of a large plant are not taken for glitches', async () => {
    await start({ file: 'Date,Production (MWh)\n2025-06-01,812.5\n2025-06-02,640' });
    await carryOut();
    expect((await daysOf()).map(({ wh }) => wh)).toEqual([812_500_000, 640_000_000]);
  });

  it('of an import that is undone while it runs end it', async () => {
    const { text } = hours('2025-05-01', '2025-06-30');
    const id = await start({ file: text });
    let looks = 0;
    await importHistory({ db: db(), clock, log, daysAtOnce: 5 }, () => ++looks > 3);
    await (await world.as('free')).call(imports.undo, { sid, id });
    await carryOut();
    expect(await daysOf()).toEqual([]);
    const { rows } = await sql`select from reading_block where site_id = ${siteId}`.execute(db());
    expect(rows).toEqual([]);
  });
});

describe('a spreadsheet', () => {
  it('is read like a text, with choices of the user', async () => {
    const sheet = makeSheet([
      ['Time', 'Energy'],
      ['05/06/2025 10:00', '1.5'],
      ['05/06/2025 10:15', '2.5'],
    ]);
    const shown = await preview({ file: sheet, name: 'export.xlsx' });
    expect(shown).toMatchObject({
      isOrderOpen: true,
      hasUnits: false,
      columns: [{ meaning: 'produced', unit: null }],
    });
    const columns = [{ column: 1, meaning: 'produced', unit: 'kWh' }];
    expect((await send(imports.start, { file: sheet, choices: { columns } })).code).toBe(1445);
    const choices = { columns, dateOrder: 'mdy', stamp: 'end' };
    expect(await preview({ file: sheet, choices })).toMatchObject({
      firstDay: '2025-05-06',
      totals: { produced: 4000 },
    });
    await start({ file: sheet, choices });
    await carryOut();
    expect((await daysOf()).map(({ wh }) => wh)).toEqual([4000]);
  });
});

describe('encodings', () => {
  const text = 'Datum;Einspeisung Süd (kWh);Erzeugung (kWh)\r\n2025-05-01;1,5;2,5\r\n2025-05-02;1,5;2\r\n';
  it.each([
    ['UTF-8 with a mark', Buffer.from(`\ufeff${text}`)],
    ['UTF-16', Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['Latin-1', Buffer.from(text, 'latin1')],
  ])('%s', async (_name, file) => {
    const shown = await preview({ file });
    expect(shown.columns.map(({ name, meaning }) => `${name} ${meaning}`)).toEqual([
      'Einspeisung Süd (kWh) exported',
      'Erzeugung (kWh) produced',
    ]);
    expect(shown.totals).toMatchObject({ produced: 4500, exported: 3000 });
  });
});

describe('hostile files', () => {
  const codeOf = async (sent: Sent) => (await send(imports.preview, sent)).code;
  it.each([
    ['nothing', '', 1446],
    ['no table', Buffer.from([0, 1, 2, 3, 255, 254, 0, 9]), 1443],
    ['half a spreadsheet', Buffer.from('PK\u0003\u0004 and then nothing'), 1443],
    ['a zip bomb', makeZip({ 'xl/workbook.xml': Buffer.alloc(300 * 1_048_576, ' ') }), 1443],
    ['one endless line', 'a,'.repeat(2_000_000), 1443],
    ['quotes that never end', `Date,kWh\n"${'x'.repeat(200_000)}`, 1443],
    ['months', 'Month,Energy (kWh)\n2025-01,5\n2025-02,6', 1448],
    ['years', 'Year,Energy (kWh)\n2024,5\n2025,6', 1449],
    ['too many rows', `Date,kWh\n${'2025-01-01,1\n'.repeat(200_100)}`, 1444],
  ])('%s', async (_name, file, code) => {
    expect(await codeOf({ file })).toBe(code);
  });

  it('larger than the limit, and choices that are none', async () => {
    const { status } = await send(imports.preview, { file: Buffer.alloc(IMPORT_BYTES + 200_000, 'x') });
    expect([400, 413]).toContain(status);
    expect(
      (await send(imports.preview, { file: 'Date,kWh\n2025-01-01,1', choices: { dateOrder: 'abc' } })).code,
    ).not.toBe(200);
  });

  it('formulas are values or nothing', async () => {
    const shown = await preview({
      file: 'Date,Energy (kWh),Note\n2025-01-01,5,=HYPERLINK("http://x")\n2025-01-02,=1+1,@SUM(A1)',
    });
    expect(shown.totals.produced).toBe(5000);
    expect(shown.columns).toHaveLength(1);
  });
});

describe('access', () => {
  it('is for users who may change the plant', async () => {
    const file = 'Date,Energy (kWh)\n2025-01-01,5\n2025-01-02,6';
    for (const endpoint of [imports.preview, imports.start])
      expect((await send(endpoint, { file, who: 'south.boss' })).code).toBe(4040);
    const id = await start({ file });
    const far = await world.as('south.boss');
    expect((await far.send(imports.list.path, { sid })).envelope.code).toBe(4040);
    expect((await far.send(imports.undo.path, { sid, id })).envelope.code).toBe(4040);
    const boss = await world.as('boss');
    expect((await boss.send(imports.undo.path, { sid: world.sid.alpha, id })).envelope.code).toBe(4077);
    expect((await boss.call(imports.list, { sid })).list).toHaveLength(1);
    await boss.call(imports.undo, { sid, id });
  });

  it('keeps the totals of other devices', async () => {
    const other = await inTransaction(db(), 'write', (tx) => makeDevice(tx, siteId));
    const id = await start({ file: 'Date,Energy (kWh)\n2025-01-01,5\n2025-01-02,6' });
    await carryOut();
    await (await world.as('free')).call(imports.undo, { sid, id });
    const { rows } = await sql<{ id: number }>`select id from devices where site_id = ${siteId}`.execute(
      db(),
    );
    expect(rows).toEqual([{ id: other.id }]);
  });
});
