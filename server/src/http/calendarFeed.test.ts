import { cases } from '@helioport/contract/case';
import { token } from '@helioport/contract/token';
import { addDays } from '@helioport/domain/periods';
import ICAL from 'ical.js';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EvaluatedPortal, LAST_DAY, startEvaluatedPortal } from '../../test/evaluatedPlant.ts';

const DUE = addDays(LAST_DAY, 10);
const VISIT = addDays(LAST_DAY, 5);
const WARRANTY = addDays(LAST_DAY, 400);
const TITLE = 'Inverter, 2nd floor; "hot"\\ Überspannung '.repeat(3).trim();

let portal: EvaluatedPortal;
let caseId: number;
beforeAll(async () => {
  portal = await startEvaluatedPortal();
  const { installer, plant } = portal;
  caseId = (await installer.call(cases.create, { sid: plant.sid, title: TITLE, dueDate: DUE })).id;
  const note = 'Bring a ladder\r\nand a fuse\u0007';
  await installer.call(cases.visit, { id: caseId, date: VISIT, note });
  await installer.call(cases.update, { id: caseId, warrantyUntil: WARRANTY });
});
afterAll(() => portal.close());

const read = (path: string, headers: Record<string, string> = {}) =>
  portal.app.http.inject({ method: 'GET', url: path, headers });
const create = async (onlyMine = false) =>
  (await portal.installer.call(token.calendarCreate, { onlyMine })).path;

describe('GET /calendar/<token>.ics', () => {
  it('gives due dates, visits and warranty ends as valid iCalendar', async () => {
    const path = await create();
    expect(path).toMatch(/^\/calendar\/[\w-]{43}\.ics$/);
    const { statusCode, headers, body } = await read(path);
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toBe('text/calendar; charset=utf-8');
    // RFC 5545: CRLF, lines of 75 bytes at most, no control characters.
    const lines = body.split('\r\n');
    expect(body).not.toMatch(/[^\r]\n|\r[^\n]/);
    expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
    expect(body.replaceAll('\r\n', '')).not.toMatch(/[\p{Cc}]/u);
    const calendar = new ICAL.Component(ICAL.parse(body));
    expect(calendar.getFirstPropertyValue('version')).toBe('2.0');
    const events = calendar.getAllSubcomponents('vevent').map((one) => new ICAL.Event(one));
    expect(events.map(({ uid }) => uid.split('@')[0])).toEqual([
      expect.stringMatching(`^case-${caseId}-visit-\\d+$`),
      `case-${caseId}-due`,
      `case-${caseId}-warranty`,
    ]);
    expect(events.map(({ startDate }) => [startDate.isDate, startDate.toString()])).toEqual(
      [VISIT, DUE, WARRANTY].map((day) => [true, day]),
    );
    expect(events[0]?.endDate.toString()).toBe(addDays(VISIT, 1));
    expect(events[1]?.summary).toContain(TITLE);
    expect(events[0]?.description).toContain('Bring a ladder\nand a fuse');
    expect(events[0]?.component.getFirstPropertyValue('url')).toMatch(/\/fleet\/case\?id=\d+$/);
    for (const { component } of events) expect(component.getFirstPropertyValue('dtstamp')).toBeTruthy();
  });

  it('is the same until something changes, and notes its use', async () => {
    const path = await create();
    expect((await portal.installer.call(token.calendar)).link).toMatchObject({ lastUsedAt: null });
    const { etag } = (await read(path)).headers;
    const again = await read(path, { 'if-none-match': String(etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    expect((await portal.installer.call(token.calendar)).link).toMatchObject({
      onlyMine: false,
      lastUsedAt: portal.app.now(),
    });
  });

  it('holds only what is assigned to the user where they chose so', async () => {
    const { body } = await read(await create(true));
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from cases c join users u on u.id = c.assigned_to
      where c.id = ${caseId} and u.email = 'nobody'`.execute(portal.app.database.db);
    expect(rows[0]?.n).toBe(0);
    expect(body).not.toContain('-due@');
  });

  it('is not found with another, a replaced, a revoked or no token, nor of a blocked user', async () => {
    const missing = await read('/calendar/x.ics');
    const first = await create();
    const second = await create();
    for (const path of [first, `/calendar/${'A'.repeat(43)}.ics`, '/calendar/', second.replace('.ics', '')]) {
      const { statusCode, body } = await read(path);
      expect([path, statusCode]).toEqual([path, 404]);
      if (path.endsWith('.ics'))
        expect(body.replace(path, '')).toBe(missing.body.replace('/calendar/x.ics', ''));
    }
    expect((await read(second)).statusCode).toBe(200);
    const { db } = portal.app.database;
    const block = (isBlocked: boolean) =>
      sql`update users set is_blocked = ${isBlocked} where id = (select user_id from calendar_links)`.execute(
        db,
      );
    await block(true);
    expect((await read(second)).statusCode).toBe(404);
    await block(false);
    await portal.installer.call(token.calendarRevoke);
    expect((await read(second)).statusCode).toBe(404);
    expect((await portal.installer.send(token.calendarRevoke.path)).envelope.code).toBe(4074);
  });

  it('shows no plant that the user no longer sees', async () => {
    const path = await create();
    const { db } = portal.app.database;
    const { rows } = await sql<{ company: number | null; owner: number | null; id: number }>`
      select id, company_id as company, owner_id as owner from sites where sid = ${portal.plant.sid}`.execute(
      db,
    );
    const { id, company, owner } = rows[0]!;
    await sql`update sites set company_id = null, owner_id = null where id = ${id}`.execute(db);
    expect((await read(path)).body).not.toContain('BEGIN:VEVENT');
    await sql`update sites set company_id = ${company}, owner_id = ${owner} where id = ${id}`.execute(db);
    expect((await read(path)).body).toContain('BEGIN:VEVENT');
  });

  it('limits the requests of a network', async () => {
    const codes: number[] = [];
    for (let i = 0; i < 70; i++) codes.push((await read(`/calendar/${'B'.repeat(43)}.ics`)).statusCode);
    expect(codes).toContain(429);
  });
});
