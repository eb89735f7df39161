// A composite device requested by its own serial number: the union of the values of its components.
import { device } from '@helioport/contract/device';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeSite, makeUser } from '../../../seed/make.ts';
import { seedMenus } from '../../../seed/menus.ts';
import { type Caller, startTestApp, type TestApp } from '../../../test/harness.ts';
import { createPipeline } from '../../ingest/accept.ts';
import { replay } from '../../ingest/replay.ts';
import { inTransaction } from '../../platform/db.ts';
import { createLog } from '../../platform/log.ts';
import { createMetrics } from '../../platform/metrics.ts';
import { rollUp } from '../../timeseries/rollup/rollup.ts';

const NOW = Date.UTC(2026, 5, 21, 15);
const STEP = 10 * 60_000;
const SN = 'sunhall.HYB-0001';
const PARTS = ['inverter', 'meter', 'battery'] as const;
const snOf = (part: (typeof PARTS)[number]) => `${SN}~${part}`;
const DAY = '2026-06-21';

let app: TestApp;
let owner: Caller;

beforeAll(async () => {
  app = await startTestApp({ now: NOW });
  const metrics = createMetrics();
  const pipeline = createPipeline({
    pool: app.database.pool,
    clock: () => NOW,
    log: createLog('silent'),
    metrics,
    rawFrameDays: 30,
  });
  const plant = await inTransaction(app.database.db, 'write', async (tx) => {
    await seedMenus(tx);
    await makeUser(tx, { email: 'admin@make.test', group: 'administrator' });
    const { id: ownerId } = await makeUser(tx, { email: 'owner@make.test' });
    await makeUser(tx, { email: 'stranger@make.test' });
    return await makeSite(tx, { ownerId });
  });
  const admin = await app.as('admin@make.test');
  owner = await app.as('owner@make.test');
  const lines: string[] = [];
  for (let atMs = NOW - 20 * STEP, i = 0; atMs <= NOW; atMs += STEP, i++) {
    const report = {
      kind: 'allInOne',
      inverter: {
        powerW: 3000 + i,
        energyOutWh: 100_000 + 500 * i,
        acVoltageV: 231,
        temperatureC: 41,
        channels: [1, 2].map((index) => ({ index, powerW: 1500, voltageV: 400 })),
      },
      meter: {
        powerW: -900,
        energyInWh: 5000 + 10 * i,
        energyOutWh: 7000 + 150 * i,
        acVoltageV: 230,
        phases: [1, 2, 3].map((index) => ({ index, voltageV: 229 + index })),
      },
      // The battery is silent in one message.
      ...(i === 3
        ? {}
        : { battery: { powerW: -800, energyInWh: 900 + 130 * i, energyOutWh: 800, socRatio: 0.62 } }),
    };
    lines.push(JSON.stringify({ at: new Date(atMs).toISOString(), sn: SN, report }));
  }
  // The first reading makes the device known, so that it can be claimed.
  expect(await replay(pipeline, lines.slice(0, 1).join('\n'))).toMatchObject({ refused: 0 });
  await admin.call(device.claim, { sid: plant.sid, sn: SN });
  expect(await replay(pipeline, lines.slice(1).join('\n'))).toMatchObject({ refused: 0 });
  await pipeline.close();
  await rollUp(app.database.db, { siteId: plant.id, day: DAY }, NOW);
});
afterAll(() => app.close());

describe('a machine, asked by its own sn', () => {
  it('names its parts', async () => {
    const detail = await owner.call(device.detail, { sn: SN });
    expect(detail).toMatchObject({ kind: 'allInOne', parent: null, part: '' });
    expect(detail.parts.map(({ sn, part, kind, state }) => [sn, part, kind, state])).toEqual([
      [snOf('inverter'), 'inverter', 'stringMachine', 'live'],
      [snOf('meter'), 'meter', 'meter', 'live'],
      [snOf('battery'), 'battery', 'battery', 'live'],
    ]);
    const part = await owner.call(device.detail, { sn: snOf('battery') });
    expect(part).toMatchObject({ kind: 'battery', parent: SN, part: 'battery', parts: [] });
  });

  it.each([1, 2, 3, 5, 6, 11])('draws the series of all parts in chart %d', async (types) => {
    const chartOf = (sn: string) => owner.call(device.statisticsEcharts, { sn, types, date: DAY });
    const whole = await chartOf(SN);
    const parts = await Promise.all(PARTS.map((part) => chartOf(snOf(part))));
    const data = ({ key, sn, addr, data: values }: (typeof whole.series)[number]) => ({
      key,
      sn,
      addr,
      values,
    });
    expect(whole.series.map(data)).toEqual(parts.flatMap(({ series }) => series.map(data)));
    expect(whole.series.flatMap(({ data: values }) => values).some((value) => (value ?? 0) > 0)).toBe(true);
    const names = whole.series.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(whole.xAxisData).toEqual(parts[0]?.xAxisData);
  });

  it('offers the lines that it draws, each once and by its own name', async () => {
    const { list } = await owner.call(device.powerParamateMap, { sn: SN });
    const chart = await owner.call(device.statisticsEcharts, { sn: SN, types: 1, date: DAY });
    expect(list.map(({ name }) => name)).toEqual(chart.series.map(({ name }) => name));
    expect(list.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['AC Voltage', 'AC Voltage (meter)']),
    );
    const one = await owner.call(device.statisticsEcharts, {
      sn: SN,
      types: 1,
      date: DAY,
      lines: ['AC Voltage (meter)'],
    });
    expect(one.series.map(({ name, sn, key }) => [name, sn, key])).toEqual([
      ['AC Voltage (meter)', snOf('meter'), 'acVoltage'],
    ]);
    expect(one.series[0]?.data).toContain(230);
  });

  it('tells each message as one row with the keys of all parts', async () => {
    const { list } = await owner.call(device.history, { sn: SN, date: DAY });
    expect(list).toHaveLength(21);
    const { list: made } = await owner.call(device.history, { sn: snOf('inverter'), date: DAY });
    expect(list.map(({ at, power, energy, voltage }) => [at, power, energy, voltage])).toEqual(
      made.map(({ at, power, energy, voltage }) => [at, power, energy, voltage]),
    );
    const last = list.at(-1)!;
    // Both have an AC voltage: that of the producer applies to the composite device.
    expect(last.values).toMatchObject({
      power: 3020,
      gridPower: -900,
      batteryPower: -800,
      soc: 62,
      acVoltage: 231,
    });
    expect([last.inputs.length, last.phases.length]).toEqual([2, 3]);
    expect(last.parts?.map(({ part, values }) => [part, values.acVoltage])).toEqual([
      ['inverter', 231],
      ['meter', 230],
      ['battery', undefined],
    ]);
    expect(list[3]?.parts?.map(({ part }) => part)).toEqual(['inverter', 'meter']);
    expect(list[3]?.values.soc).toBeUndefined();
  });

  it('writes them into one file', async () => {
    const { text } = await owner.call(device.historyDownload, { sn: SN, date: DAY });
    const [head = '', ...rows] = text
      .trim()
      .split('\r\n')
      .map((line) => line.split(','));
    expect(rows).toHaveLength(21);
    expect(head).toEqual(
      expect.arrayContaining(['inverter.acVoltage (V)', 'meter.acVoltage (V)', 'battery.soc (%)']),
    );
    const soc = head.indexOf('battery.soc (%)');
    expect(rows.map((row) => row[soc])).toEqual(rows.map((_, i) => (i === 3 ? '' : '62')));
    const single = await owner.call(device.historyDownload, { sn: snOf('battery'), date: DAY });
    expect(single.text.split('\r\n')[0]).toContain(',soc (%)');
  });

  it('has the production of what makes energy, and the measures of all', async () => {
    const [whole, inverter, meter, battery] = await Promise.all(
      [SN, ...PARTS.map(snOf)].map((sn) => owner.call(device.statisticsOverview, { sn })),
    );
    expect(whole?.production).toEqual(inverter?.production);
    expect(Number(whole?.production.today)).toBe(10);
    expect([whole?.totalNow, whole?.maxNow]).toEqual([inverter?.totalNow, inverter?.maxNow]);
    expect(whole?.environmentalBenefit).toEqual(inverter?.environmentalBenefit);
    expect(whole?.measures).toEqual([inverter, meter, battery].flatMap((one) => one?.measures ?? []));
    expect(whole?.isConsumption).toBe(true);
    expect([whole?.energy.grid.show, whole?.energy.battery.show, whole?.energy.PVPanel.show]).toEqual([
      true,
      true,
      true,
    ]);
    const day = await owner.call(device.statisticsDate, { sn: SN, types: 1, date: DAY });
    expect(day.power).toBe('10');
    expect(day.measures?.map(({ key }) => key)).toEqual([
      'energy',
      'energyImported',
      'energyExported',
      'energyCharged',
      'energyDischarged',
    ]);
  });

  it('plays what makes energy, module by module', async () => {
    const dates = { start: DAY, end: DAY };
    const whole = await owner.call(device.playback, { sn: SN, ...dates });
    expect(whole).toEqual(await owner.call(device.playback, { sn: snOf('inverter'), ...dates }));
    expect(whole.modules).toHaveLength(2);
  });

  it('is unknown to whoever does not see its plant', async () => {
    const otherUser = await app.as('stranger@make.test');
    await expect(otherUser.call(device.history, { sn: SN })).rejects.toThrow('404');
  });

  it('pages through one row per message, with the columns of all parts, and draws them', async () => {
    const first = await owner.call(device.historyRows, { sn: SN, rangeDate: DAY, size: 15 });
    const rest = await owner.call(device.historyRows, {
      sn: SN,
      rangeDate: DAY,
      size: 15,
      before: first.next,
    });
    expect([first.rows.length, rest.rows.length, rest.next]).toEqual([15, 6, null]);
    const ids = first.columns.map(({ id }) => id);
    expect(ids).toEqual(
      expect.arrayContaining(['inverter.power', 'inverter.dcVoltage_2', 'meter.gridPower', 'battery.soc']),
    );
    expect(new Set(ids).size).toBe(ids.length);
    const valueIn = (row: (typeof first.rows)[number], id: string) => row.values[ids.indexOf(id)];
    const newest = first.rows[0]!;
    expect([valueIn(newest, 'inverter.power'), valueIn(newest, 'meter.gridPower')]).toEqual([3020, -900]);
    // The message in which the battery was silent is a row like the others, with gaps.
    const silent = rest.rows.find(({ at }) => at === NOW - 17 * STEP)!;
    expect([valueIn(silent, 'inverter.power'), valueIn(silent, 'battery.batteryPower')]).toEqual([
      3003,
      null,
    ]);
    const { lines } = await owner.call(device.historyCurves, {
      sn: SN,
      rangeDate: DAY,
      columns: ['meter.gridPower', 'inverter.power', 'power'],
    });
    expect(lines.map(({ id }) => id)).toEqual(['inverter.power', 'meter.gridPower']);
  });
});
