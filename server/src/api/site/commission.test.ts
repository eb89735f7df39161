import type { OutputOf } from '@helioport/contract/endpoint';
import { site } from '@helioport/contract/site';
import { COMMISSION_PHOTOS_MAX } from '@helioport/contract/siteCommission';
import { languages } from '@helioport/domain/languages';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeCompany, makeDevice, makeSite, makeUser } from '../../../seed/make.ts';
import { makeReading, storeReadings, sunnyDay } from '../../../seed/makeReadings.ts';
import { type People, startPeople } from '../../../test/people.ts';
import { inTransaction } from '../../platform/db.ts';
import { drawnPages } from '../../queries/commission/roofSvg.ts';
import { upsertArrays } from '../../repositories/arrays.ts';
import { addPhoto } from '../../repositories/commissionings.ts';
import { deleteUnusedFiles, keepFile } from '../../repositories/files.ts';
import { addPage } from '../../repositories/modulePages.ts';
import { KIND } from '../../timeseries/reading.ts';

const NOW = Date.UTC(2026, 5, 21, 12);
const QUARTER = 900_000;

let world: People;
let plant: { id: number; sid: string };

beforeAll(async () => {
  world = await startPeople({ now: NOW });
});
afterAll(() => world.close());

beforeEach(async () => {
  const ownerId = await world.id('free');
  plant = await write((tx) => makeSite(tx, { ownerId, commissionedAt: null }));
});

type Work<T> = Parameters<typeof inTransaction<T>>[2];
const write = <T>(work: Work<T>) => inTransaction(world.app.database.db, 'write', work);

const look = async (who = 'free') => (await world.as(who)).call(site.commission, { sid: plant.sid });
const resultsOf = ({ checks }: Pick<OutputOf<typeof site.commission>, 'checks'>) =>
  Object.fromEntries(checks.map(({ key, result }) => [key, result]));
const textOf = ({ checks }: OutputOf<typeof site.commission>, key: string) =>
  checks.find((check) => check.key === key)?.text;
const submit = async (input: object, who = 'free') =>
  (await (await world.as(who)).send(site.commissionSubmit.path, { sid: plant.sid, ...input })).envelope;

/** Everything of a plant in its place; without `isRight` a voltage is that of two modules and the meter is turned. */
async function build({ isRight }: { isRight: boolean }): Promise<string> {
  const made = await write(async (tx) => {
    const inverter = await makeDevice(tx, plant.id);
    const meter = await makeDevice(tx, plant.id, { kind: 'meter' });
    const { ids } = await upsertArrays(tx, plant.id, [
      { id: null, name: 'South', tiltDeg: 35, azimuthDeg: 180 },
    ]);
    const page = await addPage(tx, { siteId: plant.id, at: new Date(NOW), userId: null }, { name: 'Roof' });
    await sql`
      update modules set page_id = ${page}, array_id = ${ids[0]} where site_id = ${plant.id}`.execute(tx);
    return { inverter, meter };
  });
  const of = ({ id }: { id: number }) => ({ deviceId: id, siteId: plant.id, timeZone: 'Europe/Berlin' });
  const sun = { peakW: 1000, channels: 4, everyMinutes: 15 };
  const reports = [
    ...sunnyDay(of(made.inverter), '2026-06-20', sun),
    ...sunnyDay(of(made.inverter), '2026-06-21', { ...sun, untilMs: NOW }),
  ].map((report) =>
    isRight ? report : { ...report, inputs: { ...report.inputs, dcVoltage: [3520, 3520, 3520, 7100] } },
  );
  const grid = reports.map((report) =>
    makeReading(of(made.meter), report.atMs, {
      kind: KIND.meter,
      power: ((report.scalars.power ?? 0) > 4000 ? -3000 : 2000) * (isRight ? 1 : -3),
    }),
  );
  await storeReadings(world.app.database.pool, [...reports, ...grid], NOW);
  return made.inverter.sn;
}

describe('v2/site/commission', () => {
  it('finds nothing in order in an empty plant but that it has no meter', async () => {
    const answer = await look();
    expect(resultsOf(answer)).toEqual({
      modules: 'not',
      voltages: 'unknown',
      position: 'ok',
      planes: 'not',
      layout: 'not',
      meter: 'ok',
      trouble: 'unknown',
      swapped: 'unknown',
    });
    expect(answer).toMatchObject({ commissionedAt: null, submitted: null, mayEdit: true, photos: [] });
  });

  it('finds everything in order in a plant that is', async () => {
    await build({ isRight: true });
    const answer = await look();
    expect(answer.checks.filter(({ isOpen }) => isOpen)).toEqual([]);
    expect(resultsOf(answer)).toMatchObject({ modules: 'ok', voltages: 'ok', meter: 'ok', trouble: 'ok' });
    expect(textOf(answer, 'voltages')).toBe('Between 35.2 and 35.2 V.');
  });

  it('names the module whose voltage is none, the meter that is turned round, and the zone of the position', async () => {
    const sn = await build({ isRight: false });
    await write((tx) => sql`update sites set timezone = 'Asia/Tokyo' where id = ${plant.id}`.execute(tx));
    const answer = await look();
    expect(resultsOf(answer)).toMatchObject({ voltages: 'not', meter: 'not', position: 'not' });
    expect(textOf(answer, 'voltages')).toContain(`${sn}_4 (71 V)`);
    expect(textOf(answer, 'position')).toContain('Europe/Berlin');
  });

  it('suspects two modules that go with the plane of each other on a clear day', async () => {
    const devices = await write(async (tx) => {
      const { ids } = await upsertArrays(tx, plant.id, [
        { id: null, name: 'East', tiltDeg: 40, azimuthDeg: 90 },
        { id: null, name: 'West', tiltDeg: 40, azimuthDeg: 270 },
      ]);
      const all: Awaited<ReturnType<typeof makeDevice>>[] = [];
      for (let i = 0; i < 8; i++) all.push(await makeDevice(tx, plant.id, { productNumber: 2 }));
      const east = all.slice(0, 4).map(({ id }) => id);
      await sql`
        update modules set array_id = case when device_id = any(${east}::bigint[]) then ${ids[0]}::int else ${ids[1]}::int end
        where site_id = ${plant.id}`.execute(tx);
      return all;
    });
    const midnight = Date.UTC(2026, 5, 19, 22);
    const reports = devices.flatMap(({ id }, i) => {
      const isEast = i === 7 || (i < 4 && i !== 0);
      const noon = isEast ? 10 : 16;
      let energy = 0;
      return Array.from({ length: 57 }, (_, k) => {
        const hour = 6 + k / 4;
        const power = Math.round(3500 * Math.exp(-(((hour - noon) / 3) ** 2)));
        energy += power / 4;
        return makeReading(
          { deviceId: id, siteId: plant.id, timeZone: 'Europe/Berlin' },
          midnight + (24 + k) * QUARTER,
          { power, energy: Math.round(energy), chPower: [power], chVoltage: [3520] },
        );
      });
    });
    await storeReadings(world.app.database.pool, reports, NOW);
    const answer = await look();
    expect(resultsOf(answer).swapped).toBe('not');
    const text = textOf(answer, 'swapped') ?? '';
    expect(devices.filter(({ sn }) => text.includes(sn)).map(({ sn }) => sn)).toEqual([
      devices[0]?.sn,
      devices[7]?.sn,
    ]);
  });

  it('is submitted once; what is open wants a reason, which stays with what was found', async () => {
    expect((await submit({})).code).toBe(1130);
    expect((await look()).commissionedAt).toBeNull();
    expect((await submit({ reason: 'The owner draws the roof', note: 'Key at the neighbour' })).code).toBe(
      200,
    );
    const answer = await look();
    expect(answer).toMatchObject({
      commissionedAt: NOW,
      submitted: { by: 'free@make.test', reason: 'The owner draws the roof', note: 'Key at the neighbour' },
    });
    expect(resultsOf(answer.submitted!)).toEqual(resultsOf(answer));
    expect((await submit({ reason: 'again' })).code).toBe(1129);
    const { list } = await (await world.as('free')).call(site.changes, { sid: plant.sid });
    expect(list.filter(({ action }) => action === 'site.commission')).toHaveLength(1);
  });

  it('takes photos up to its limit, keeps them from being collected, and removes them', async () => {
    const free = await world.as('free');
    const { db } = world.app.database;
    const data = await sharp({ create: { width: 30, height: 20, channels: 3, background: 'tan' } })
      .png()
      .toBuffer();
    const { id: siteId } = plant;
    const hash = await write((tx) => keepFile(tx, { data, mime: 'image/png', now: NOW }));
    const add = (most: number) => write((tx) => addPhoto(tx, siteId, { hash, most, now: NOW }));
    for (let i = 0; i < COMMISSION_PHOTOS_MAX; i++)
      expect(await add(COMMISSION_PHOTOS_MAX)).toBeGreaterThan(0);
    expect(await add(COMMISSION_PHOTOS_MAX)).toBeUndefined();
    await deleteUnusedFiles(db, NOW + 2 * 86_400_000);
    const { photos } = await look();
    expect(photos).toHaveLength(COMMISSION_PHOTOS_MAX);
    const shown = await world.app.http.inject({ method: 'GET', url: photos[0]?.address ?? '' });
    expect(shown.statusCode).toBe(200);
    for (const { id } of photos) await free.call(site.commissionPhotoDelete, { sid: plant.sid, photoId: id });
    expect((await look()).photos).toEqual([]);
    await expect(free.call(site.commissionPhotoDelete, { sid: plant.sid, photoId: 1 })).rejects.toThrow();
    await deleteUnusedFiles(db, NOW + 2 * 86_400_000);
    const gone = await world.app.http.inject({ method: 'GET', url: photos[0]?.address ?? '' });
    expect(gone.statusCode).toBe(404);
  });

  it('is no matter of others: who may look sees it and submits nothing, a stranger learns nothing', async () => {
    const friend = await world.id('customer');
    await write((tx) =>
      sql`insert into site_shares (site_id, user_id) values (${plant.id}, ${friend})`.execute(tx),
    );
    expect(await look('customer')).toMatchObject({ mayEdit: false });
    expect((await submit({ reason: 'x' }, 'customer')).code).not.toBe(200);
    await expect(look('customer.south')).rejects.toThrow();
    expect((await submit({ reason: 'x' }, 'customer.south')).code).not.toBe(200);
    expect((await look()).commissionedAt).toBeNull();
  });
});

describe('address and installer of a plant to be commissioned', () => {
  it('are the street with the town, and the company of the installer, else of the plant', async () => {
    expect(await look()).toMatchObject({ address: 'Berlin', installerCompany: '' });
    const [plantCompany, installerCompany] = await write(async (tx) => [
      await makeCompany(tx, { name: 'Plant Company' }),
      await makeCompany(tx, { name: 'Roof Works' }),
    ]);
    await write((tx) =>
      sql`update sites set street = 'Sun Street 1', zip_code = '10115', city = 'Berlin', company_id = ${plantCompany}
        where id = ${plant.id}`.execute(tx),
    );
    expect(await look()).toMatchObject({
      address: 'Sun Street 1, 10115 Berlin',
      installerCompany: 'Plant Company',
    });
    const before = (await (await world.as('free')).call(site.commissionPdf, { sid: plant.sid })).base64
      .length;
    const { id: installerId } = await write((tx) =>
      makeUser(tx, { email: 'roof@make.test', group: 'installer', companyId: installerCompany! }),
    );
    await write((tx) =>
      sql`update sites set installer_id = ${installerId}, street = '' where id = ${plant.id}`.execute(tx),
    );
    expect(await look()).toMatchObject({ address: '10115 Berlin', installerCompany: 'Roof Works' });
    // The record has one line for each of them.
    await write((tx) =>
      sql`update sites set installer_id = null, company_id = null, zip_code = '', city = '' where id = ${plant.id}`.execute(
        tx,
      ),
    );
    const without = (await (await world.as('free')).call(site.commissionPdf, { sid: plant.sid })).base64
      .length;
    expect(before).toBeGreaterThan(without);
  });
});

describe('v2/site/commissionPdf', () => {
  const paper = async (languageCode: number, who = 'free') => {
    const file = await (await world.as(who)).call(site.commissionPdf, { sid: plant.sid, languageCode });
    return { ...file, bytes: Buffer.from(file.base64, 'base64') };
  };
  const photo = (background: string) =>
    sharp({ create: { width: 1200, height: 800, channels: 4, background } })
      .webp()
      .toBuffer();

  it('has the photos, the signs of every language, and as many pages as it needs', async () => {
    await build({ isRight: true });
    // The roof is drawn from where the modules lie, and makes the paper longer.
    const pages = await write((tx) => drawnPages(tx, plant.id));
    expect(pages.map(({ name, modules }) => [name, modules.length])).toEqual([['Roof', 4]]);
    const before = (await paper(6)).bytes;
    await write((tx) => sql`update modules set page_id = null where site_id = ${plant.id}`.execute(tx));
    expect((await paper(6)).bytes.length).toBeLessThan(before.length);
    expect(before.subarray(0, 5).toString()).toBe('%PDF-');
    await write(async (tx) => {
      for (const color of ['#aa3300', '#0033aa']) {
        const hash = await keepFile(tx, { data: await photo(color), mime: 'image/webp', now: NOW });
        await addPhoto(tx, plant.id, { hash, most: COMMISSION_PHOTOS_MAX, now: NOW });
      }
    });
    for (const { code } of languages) {
      const { fileName, bytes } = await paper(code);
      expect(fileName).toBe(`${plant.sid}_commissioning.pdf`);
      const source = bytes.toString('latin1');
      expect(source.match(/\/Subtype \/Image/g)?.length ?? 0).toBeGreaterThanOrEqual(2);
      expect(source.includes('NotoSansJP')).toBe(code === 9);
      expect(source.includes('NotoSansSC')).toBe(code === 0);
    }
    expect((await paper(6)).bytes.length).toBeGreaterThan(before.length);
  });

  it('is for those who see the plant', async () => {
    const { envelope } = await (await world.as('customer.south')).send(site.commissionPdf.path, {
      sid: plant.sid,
    });
    expect(envelope.code).toBe(4040);
  });
});
