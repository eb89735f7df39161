import { dayBounds } from '@helioport/domain/periods';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readClock, readDate, readNumber } from './cells.ts';
import { convert as convertInSteps, type HistorySeries } from './convert.ts';
import { type HistoryChoices, type HistoryMapping, recognize } from './recognize.ts';

const BERLIN = 'Europe/Berlin';
const NOW = Date.UTC(2026, 10, 1);

/** The whole result of a conversion. */
function convert(...table: Parameters<typeof convertInSteps>): HistorySeries {
  const steps = convertInSteps(...table);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

const table = (text: string, mark = ','): string[][] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.split(mark).map((cell) => cell.replace(/^"|"$/g, '')));

function mapped(rows: string[][], choices: HistoryChoices = {}, mark = ','): HistoryMapping {
  const found = recognize(rows, choices, mark);
  if (!found.ok) throw new Error(found.refusal);
  return found.mapping;
}

const meanings = ({ columns }: HistoryMapping) => columns.map(({ meaning, unit }) => `${meaning} ${unit}`);

/** Energy of a counter per local day, as the portal takes it from readings. */
function perDay(series: HistorySeries, role: string, field: 'energyInWh' | 'energyOutWh', timeZone: string) {
  const days = new Map<string, number>();
  let last = 0;
  for (const { atMs, ...values } of series.devices.find((one) => one.role === role)?.readings ?? []) {
    const value = values[field];
    if (value === undefined) continue;
    const day = new Intl.DateTimeFormat('sv-SE', { timeZone }).format(atMs);
    days.set(day, Math.round(((days.get(day) ?? 0) + value - last) * 10) / 10);
    last = value;
  }
  return days;
}

describe('exports of portals', () => {
  it('Enphase, 15 minutes, month first', () => {
    const rows =
      table(`Date/Time,Energy Produced (Wh),Energy Consumed (Wh),Exported to Grid (Wh),Imported from Grid (Wh),Stored in Battery (Wh),Discharged from Battery (Wh)
06/13/2025 00:00,0,110,0,110,0,0
06/13/2025 00:15,0,100,0,90,0,10
06/13/2025 00:30,500,100,380,0,20,0
Total,500,310,380,200,20,10`);
    const mapping = mapped(rows);
    expect(mapping).toMatchObject({
      source: 'enphase',
      stepMinutes: 15,
      dateOrder: 'mdy',
      stamp: 'start',
      isOrderOpen: false,
    });
    expect(meanings(mapping)).toEqual([
      'produced Wh',
      'consumed Wh',
      'exported Wh',
      'imported Wh',
      'charged Wh',
      'discharged Wh',
    ]);
    const series = convert(rows, mapping, { timeZone: 'America/New_York', nowMs: NOW });
    expect(series.totals).toEqual({
      produced: 500,
      exported: 380,
      imported: 200,
      charged: 20,
      discharged: 10,
    });
    expect(series.counts).toMatchObject({ rows: 4, imported: 3, undated: 1 });
    expect(series.devices.map(({ role }) => role)).toEqual(['pv', 'grid', 'battery']);
  });

  it('SolarEdge, self-consumption is not counted', () => {
    const rows =
      table(`Time,System Production (kWh),Consumption (kWh),Self Consumption (kWh),Export (kWh),Import (kWh)
2024-01-30,4.512,9.1,2.5,2.012,6.6
2024-01-31,10.25,8,3.25,7,4.75
2024-02-01,,,,,
2024-02-02,1.5,8,1.5,0,6.5`);
    const mapping = mapped(rows);
    expect(mapping).toMatchObject({ source: 'solaredge', stepMinutes: 1440, dateOrder: 'ymd', decimal: '.' });
    expect(meanings(mapping)).toEqual([
      'produced kWh',
      'consumed kWh',
      'ignore kWh',
      'exported kWh',
      'imported kWh',
    ]);
    const series = convert(rows, mapping, { timeZone: BERLIN, nowMs: NOW });
    expect([...perDay(series, 'pv', 'energyOutWh', BERLIN)]).toEqual([
      ['2024-01-30', 4512],
      ['2024-01-31', 10_250],
      ['2024-02-02', 1500],
    ]);
    expect(series.days).toEqual(['2024-01-30', '2024-01-31', '2024-02-02']);
  });

  it('SMA Sunny Portal, German, mean powers at the ends of intervals', () => {
    const rows = table(
      `sep=;
;Musteranlage / Gesamtleistung / Mittelwerte [kW];Musteranlage / Netzeinspeisung / Mittelwerte [kW];Musteranlage / Netzbezug / Mittelwerte [kW]
13.06.2023 00:15;0,000;0,000;0,400
13.06.2023 00:30;4,000;3,600;0,000
13.06.2023 00:45;2,000;1,000;0,000`,
      ';',
    );
    const mapping = mapped(rows, {}, ';');
    expect(mapping).toMatchObject({
      source: 'sma',
      stepMinutes: 15,
      dateOrder: 'dmy',
      stamp: 'end',
      decimal: ',',
    });
    expect(meanings(mapping)).toEqual(['produced kW', 'exported kW', 'imported kW']);
    const series = convert(rows, mapping, { timeZone: BERLIN, nowMs: NOW });
    expect(series.totals).toEqual({ produced: 1500, exported: 1150, imported: 100 });
    expect(series.devices[0]?.readings.at(-1)).toEqual({
      atMs: Date.UTC(2023, 5, 12, 22, 45),
      powerW: 2000,
      energyOutWh: 1500,
    });
  });

  it('Fronius Solar.web, units and date format in a row of their own', () => {
    const rows = table(
      `Datum und Uhrzeit;Energie ins Netz eingespeist;Energie vom Netz bezogen;Energie in Batterie gespeichert;Energie aus Batterie bezogen;Verbrauch;PV Produktion
[dd.MM.yyyy];[Wh];[Wh];[Wh];[Wh];[Wh];[Wh]
01.02.2024;1.200,50;300;10;20;2.000;3.000,25
02.02.2024;1.100;310;11;21;2.001;2.500`,
      ';',
    );
    const mapping = mapped(rows, {}, ';');
    expect(mapping).toMatchObject({ source: 'fronius', stepMinutes: 1440, dateOrder: 'dmy', decimal: ',' });
    expect(meanings(mapping)).toEqual([
      'exported Wh',
      'imported Wh',
      'charged Wh',
      'discharged Wh',
      'consumed Wh',
      'produced Wh',
    ]);
    const series = convert(rows, mapping, { timeZone: BERLIN, nowMs: NOW });
    expect(series.totals.produced).toBe(5500.25);
    expect(series.totals.exported).toBe(2300.5);
  });

  it('Solar-Log, newest first, day counters of two inverters', () => {
    const rows = table(
      `#Datum;Uhrzeit;WR;Pac;DaySum;Status;WR;Pac;DaySum;Status
14.06.20;08:10:00;1;600;50;4;2;500;40;4
14.06.20;08:05:00;1;600;10;4;2;500;5;4
13.06.20;21:00:00;1;0;9000;4;2;0;8000;4
13.06.20;20:55:00;1;120;8990;4;2;110;7990;4`,
      ';',
    );
    const mapping = mapped(rows, {}, ';');
    expect(mapping).toMatchObject({ source: 'solarlog', clockColumn: 1, stepMinutes: 5, dateOrder: 'dmy' });
    expect(meanings(mapping).filter((one) => !one.startsWith('ignore'))).toEqual([
      'power W',
      'producedToday Wh',
      'power W',
      'producedToday Wh',
    ]);
    const series = convert(rows, mapping, { timeZone: BERLIN, nowMs: NOW });
    expect([...perDay(series, 'pv', 'energyOutWh', BERLIN)]).toEqual([
      ['2020-06-13', 17_000],
      ['2020-06-14', 90],
    ]);
  });

  it('French and Spanish headers, and a table without any', () => {
    const french = table(
      `Date;Production (kWh);Consommation (kWh);Injection réseau (kWh);Soutirage (kWh);Décharge batterie (kWh)
2024-03-01;1,5;2;0,5;1;0
2024-03-02;1,5;2;0,5;1;0`,
      ';',
    );
    expect(meanings(mapped(french, {}, ';'))).toEqual([
      'produced kWh',
      'consumed kWh',
      'exported kWh',
      'imported kWh',
      'discharged kWh',
    ]);
    const spanish = table(
      `Fecha;Producción del sistema (kWh);Consumo (kWh);Autoconsumo (kWh);Energía vertida a la red (kWh);Compra de la red (kWh)
2024-03-01;1,5;2;1;0,5;1
2024-03-02;1,5;2;1;0,5;1`,
      ';',
    );
    expect(meanings(mapped(spanish, {}, ';'))).toEqual([
      'produced kWh',
      'consumed kWh',
      'ignore kWh',
      'exported kWh',
      'imported kWh',
    ]);
    const bare = mapped(table(`2024-03-01,1.5\n2024-03-02,2.25`));
    expect(bare.columns).toEqual([{ column: 1, name: '', meaning: 'produced', unit: null }]);
  });

  it.each([
    ['Month,Energy (kWh)\n2024-01,5\n2024-02,6', 'monthly'],
    ['Month,Energy (kWh)\n01/01/2024,5\n02/01/2024,6\n03/01/2024,7\n04/01/2024,7', 'monthly'],
    ['Date,Energy (kWh)\n2024-01-01,5\n2024-02-01,6\n2024-03-01,7', 'monthly'],
    ['Year,Energy (kWh)\n2022,5\n2023,6', 'yearly'],
    ['Date,Energy (kWh)\n2022-01-01,5\n2023-01-01,6', 'yearly'],
    ['Date,Energy (kWh)\n2022-01-01,5\n2022-01-08,6\n2022-01-15,6', 'step'],
    ['Date,Comment\n2022-01-01,rain\n2022-01-02,sun', 'noValues'],
    ['a,b\nc,d', 'noDates'],
    [' , ', 'empty'],
  ])('refuses %j', (text, refusal) => {
    const rows = table(text === ' , ' ? '' : text);
    const found = recognize(rows, refusal === 'monthly' ? { dateOrder: 'mdy' } : {});
    expect(found).toEqual({ ok: false, refusal });
  });

  it('takes no part of a total twice and keeps two equal inverters', () => {
    const total = table(`Date,Total yield today (kWh),Inverter 1 energy (kWh),Inverter 2 energy (kWh)
2024-03-01,3,1,2\n2024-03-02,5,2,3`);
    expect(meanings(mapped(total)).filter((one) => one.startsWith('produced'))).toHaveLength(1);
    const two = table(`Date,Inverter 1 energy (kWh),Inverter 2 energy (kWh)\n2024-03-01,1,1\n2024-03-02,2,2`);
    expect(meanings(mapped(two))).toEqual(['produced kWh', 'produced kWh']);
  });
});

describe('times', () => {
  it('tells day-first from month-first by the steps, and asks when both fit', () => {
    const days = Array.from({ length: 20 }, (_, i) => `${String((i % 12) + 1).padStart(2, '0')}`);
    expect(days).toHaveLength(20);
    const dayFirst = table(`Date,kWh\n01/06/2024,1\n02/06/2024,1\n03/06/2024,1\n13/06/2024,1`);
    expect(mapped(dayFirst)).toMatchObject({ dateOrder: 'dmy', isOrderOpen: false });
    const open = table(`Time,Energy (Wh)\n05/06/2024 10:00,1\n05/06/2024 10:15,1\n05/06/2024 10:30,2`);
    expect(mapped(open)).toMatchObject({ isOrderOpen: true });
    expect(mapped(open, { dateOrder: 'mdy' })).toMatchObject({ dateOrder: 'mdy' });
  });

  it.each([
    ['2024-02-29 23:45', Date.UTC(2024, 1, 29, 23, 45)],
    ['2024-02-30', undefined],
    ['29.2.24 7:05', Date.UTC(2024, 1, 29, 7, 5)],
    ['03/04/2024 11:15 PM', Date.UTC(2024, 3, 3, 23, 15)],
    ['2024-06-01T00:15:00+02:00', Date.UTC(2024, 4, 31, 22, 15)],
    ['01.01.2024, 24:00', Date.UTC(2024, 0, 2)],
    ['1.5', undefined],
    ['=CMD()', undefined],
  ])('%s', (cell, ms) => expect(readDate(cell, 'dmy')?.ms).toBe(ms));

  it.each([
    ['1.234,5', ',', 1234.5],
    ['1,234.5', '.', 1234.5],
    ['1 234,5', ',', 1234.5],
    ["1'234.5", '.', 1234.5],
    ['-', '.', undefined],
    ['=1+1', '.', undefined],
    ['NaN', '.', undefined],
    ['1e400', '.', undefined],
  ] as const)('number %s', (cell, decimal, value) => expect(readNumber(cell, decimal)).toBe(value));

  it('a day of 23 and one of 25 hours have all their energy, to the end of the day', () => {
    for (const [day, hours] of [
      ['2024-03-31', 23],
      ['2024-10-27', 25],
    ] as const) {
      const { startMs, endMs } = dayBounds(day, BERLIN);
      expect(endMs - startMs).toBe(hours * 3_600_000);
      const lines: string[] = [];
      for (let ms = startMs; ms < endMs; ms += 900_000) {
        const clock = new Intl.DateTimeFormat('sv-SE', {
          timeZone: BERLIN,
          hour: '2-digit',
          minute: '2-digit',
        });
        lines.push(`${day} ${clock.format(ms)},100`);
      }
      const rows = table(`Time,Energy (Wh)\n${lines.join('\n')}`);
      const series = convert(rows, mapped(rows), { timeZone: BERLIN, nowMs: NOW });
      expect(series.counts).toMatchObject({ imported: hours * 4, repeated: 0 });
      expect([...perDay(series, 'pv', 'energyOutWh', BERLIN)]).toEqual([[day, hours * 400]]);
      const { readings } = series.devices[0]!;
      expect(readings[0]).toEqual({ atMs: startMs, energyOutWh: 0 });
      expect(readings.at(-1)?.atMs).toBe(endMs - 1000);
    }
  });

  it('adds what is written in the hour that the clock skips to the next', () => {
    const rows = table(
      `Time,Energy (Wh)\n2024-03-31 01:30,1\n2024-03-31 02:00,2\n2024-03-31 02:30,4\n2024-03-31 03:00,8\n2024-03-31 03:30,16`,
    );
    const series = convert(rows, mapped(rows), { timeZone: BERLIN, nowMs: NOW });
    expect(series.totals.produced).toBe(31);
  });

  it('a missing interval is a gap: the counter continues at its end', () => {
    const rows = table(
      `Time,Energy (Wh)\n2024-05-01 10:00,1\n2024-05-01 10:15,2\n2024-05-01 12:00,4\n2024-05-01 12:15,`,
    );
    const series = convert(rows, mapped(rows), { timeZone: 'UTC', nowMs: NOW });
    const at = (hour: number, minute: number) => Date.UTC(2024, 4, 1, hour, minute);
    expect(series.devices[0]?.readings).toEqual([
      { atMs: at(10, 0), energyOutWh: 0 },
      { atMs: at(10, 15), powerW: 4, energyOutWh: 1 },
      { atMs: at(10, 30), powerW: 8, energyOutWh: 3 },
      { atMs: at(12, 0), energyOutWh: 3 },
      { atMs: at(12, 15), powerW: 16, energyOutWh: 7 },
    ]);
  });

  it('differences of a lifetime counter are the energy, restarts included', () => {
    const rows = table(
      `Date,Total yield [kWh]\n2024-05-01,1000\n2024-05-02,1010\n2024-05-03,5\n2024-05-04,9`,
    );
    const mapping = mapped(rows);
    expect(meanings(mapping)).toEqual(['producedTotal kWh']);
    const series = convert(rows, mapping, { timeZone: BERLIN, nowMs: NOW });
    expect(series.totals.produced).toBe(19_000);
    expect(series.counts.restarts).toBe(1);
  });

  it('leaves out taken days per role, and derives the grid from consumption', () => {
    const rows = table(
      `Time,Production (Wh),Consumption (Wh)\n2024-05-01 10:00,100,40\n2024-05-01 11:00,100,140\n2024-05-02 10:00,7,7`,
    );
    const series = convert(rows, mapped(rows), {
      timeZone: 'UTC',
      nowMs: NOW,
      isTaken: (role, day) => role === 'pv' && day === '2024-05-01',
    });
    expect(series.totals).toEqual({ produced: 7, imported: 40, exported: 60 });
  });

  it('nothing of the future and nothing negative', () => {
    const rows = table(`Date,Energy (kWh)\n2026-10-30,1\n2026-10-31,-5\n2026-11-01,2\n2026-11-02,3`);
    const series = convert(rows, mapped(rows), { timeZone: 'UTC', nowMs: NOW });
    expect(series.totals.produced).toBe(1000);
    expect(series.counts).toMatchObject({ outOfRange: 2, invalid: 1 });
  });
});

describe('whatever a file contains', () => {
  const cell = fc.oneof(
    fc.string({ maxLength: 30 }),
    fc.constantFrom(
      '2024-01-01',
      '31.12.2024',
      '13/13/2024',
      '24:00',
      '1e9',
      '=A1',
      '@SUM(1)',
      '-0',
      'Total',
      'kWh',
      '[Wh]',
    ),
    fc.integer().map(String),
    fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  );
  it('never throws, and counters never fall', () => {
    fc.assert(
      fc.property(fc.array(fc.array(cell, { maxLength: 8 }), { maxLength: 30 }), (rows) => {
        const found = recognize(rows);
        if (!found.ok) return;
        const series = convert(rows, found.mapping, { timeZone: BERLIN, nowMs: NOW });
        for (const { readings } of series.devices)
          readings.reduce((last, one) => {
            expect(one.atMs).toBeGreaterThan(last.atMs);
            if (last.energyOutWh !== undefined && one.energyOutWh !== undefined)
              expect(one.energyOutWh).toBeGreaterThanOrEqual(last.energyOutWh);
            return one;
          });
      }),
      { numRuns: 1500 },
    );
  });
  it('reads clocks within a day only', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const ms = readClock(text);
        expect(ms === undefined || (ms >= 0 && ms <= 86_400_000)).toBe(true);
      }),
    );
  });
});

describe('a long table', () => {
  it('is converted in short steps, with the same result', () => {
    const rows = [
      ['Date', 'Energy produced (Wh)'],
      ...Array.from({ length: 5_000 }, (_, i) => [
        new Date(Date.UTC(2024, 0, 1) + i * 900_000).toISOString().slice(0, 16).replace('T', ' '),
        String(i % 700),
      ]),
    ];
    const options = { timeZone: BERLIN, nowMs: NOW };
    const steps = convertInSteps(rows, mapped(rows), options);
    let pauses = 0;
    let step = steps.next();
    for (; !step.done; step = steps.next()) pauses++;
    // Both passes over the rows pause every 500 rows.
    expect(pauses).toBeGreaterThanOrEqual(19);
    expect(step.value).toEqual(convert(rows, mapped(rows), options));
  });
});
