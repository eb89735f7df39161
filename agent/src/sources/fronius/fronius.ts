// Fronius Solar API v1: all inverters of a data logger or hybrid inverter, and the Smart Meter at the grid connection.
import type { FeedRole } from '@helioport/domain/feeds';
import { getJson, originOf } from '../http.ts';
import {
  available,
  type Fields,
  fieldsOf,
  type LocalReading,
  numberOf,
  partsOf,
  ReadFailure,
  type Source,
  textOf,
} from '../source.ts';

const BASE = '/solar_api/v1';
const INVERTERS_MAX = 20;
/** `Meter_Location_Current` of a meter at the grid connection; others count single consumers. */
const AT_GRID = 0;

export function openFronius({ address }: { address: string }): Source {
  const origin = originOf(address, { scheme: 'http' });
  return {
    async read(signal) {
      const get = (path: string) => getJson({ origin, path: `${BASE}/${path}`, signal });
      const inverters = invertersOf(await get('GetInverterInfo.cgi'));
      const readings: LocalReading[] = [];
      for (const inverter of inverters) {
        const answer = await get(
          `GetInverterRealtimeData.cgi?Scope=Device&DeviceId=${inverter.id}&DataCollection=CommonInverterData`,
        );
        readings.push(...readInverter(answer, inverter));
      }
      // A logger without a meter answers with an error, or not at all.
      const meters = await get('GetMeterRealtimeData.cgi?Scope=System');
      readings.push(...readMeters(meters));
      if (readings.length === 0) throw new ReadFailure('the Solar API lists no device with values');
      return readings;
    },
  };
}

interface Inverter {
  id: number;
  serial: string;
  name: string;
}

/** The data of an answer; rejects if the API reports a failure. */
function dataOf(answer: unknown, what: string): Fields {
  const { Head, Body } = fieldsOf(answer);
  const { Code, Reason } = fieldsOf(fieldsOf(Head).Status);
  if (Code !== 0)
    throw new ReadFailure(
      `${what} reports status ${String(Code).slice(0, 10)} ${textOf(Reason).slice(0, 80)}`.trim(),
    );
  return fieldsOf(fieldsOf(Body).Data);
}

/** Names have HTML entities for every character on older loggers. */
const plainName = (value: unknown): string =>
  textOf(value).replace(/&#(\d{1,6});/g, (_, code: string) => {
    const point = Number(code);
    return point > 31 && point <= 0x10ffff ? String.fromCodePoint(point) : '';
  });

/** The inverters of a list, by their device id. */
export function invertersOf(answer: unknown): Inverter[] {
  return Object.entries(dataOf(answer, 'GetInverterInfo'))
    .flatMap(([key, value]) => {
      const { UniqueID, CustomName } = fieldsOf(value);
      const id = /^\d{1,3}$/.test(key) ? Number(key) : undefined;
      const serial = typeof UniqueID === 'number' ? String(UniqueID) : textOf(UniqueID);
      return id === undefined ? [] : [{ id, serial: serial || `#${id}`, name: plainName(CustomName) }];
    })
    .slice(0, INVERTERS_MAX);
}

const valueIn = (data: Fields, name: string): number | undefined => numberOf(fieldsOf(data[name]).Value);

/** At night, an inverter has its counter and no power; that power is unknown. */
export function readInverter(answer: unknown, { serial, name }: Inverter): LocalReading[] {
  const data = dataOf(answer, 'GetInverterRealtimeData');
  const values = available({
    powerW: valueIn(data, 'PAC'),
    energyOutWh: valueIn(data, 'TOTAL_ENERGY'),
    acVoltageV: valueIn(data, 'UAC'),
    frequencyHz: valueIn(data, 'FAC'),
  });
  const channels = partsOf(
    ['', '_2', '_3', '_4'].map((suffix) => {
      const voltageV = valueIn(data, `UDC${suffix}`);
      const currentA = valueIn(data, `IDC${suffix}`);
      const powerW =
        voltageV === undefined || currentA === undefined
          ? undefined
          : Math.round(voltageV * currentA * 10) / 10;
      return { powerW, voltageV, currentA, energyWh: undefined };
    }),
  );
  if (Object.keys(values).length + channels.length === 0) return [];
  return [{ source: serial, role: 'pv', values, channels, label: name }];
}

/** Meters at the grid connection: positive power and `Consumed` are import. */
export function readMeters(answer: unknown): LocalReading[] {
  if (answer === undefined) return [];
  const { Head } = fieldsOf(answer);
  if (fieldsOf(fieldsOf(Head).Status).Code !== 0) return [];
  const role: FeedRole = 'grid';
  return Object.entries(dataOf(answer, 'GetMeterRealtimeData')).flatMap(([key, value]) => {
    const data = fieldsOf(value);
    const { Details, Meter_Location_Current, Enable, Visible } = data;
    if (Meter_Location_Current !== AT_GRID || Enable === 0 || Visible === 0) return [];
    const one = (...names: string[]) =>
      names.map((name) => numberOf(data[name])).find((n) => n !== undefined);
    const values = available({
      powerW: one('PowerReal_P_Sum', 'SMARTMETER_POWERACTIVE_MEAN_SUM_F64'),
      energyInWh: one('EnergyReal_WAC_Sum_Consumed', 'SMARTMETER_ENERGYACTIVE_CONSUMED_SUM_F64'),
      energyOutWh: one('EnergyReal_WAC_Sum_Produced', 'SMARTMETER_ENERGYACTIVE_PRODUCED_SUM_F64'),
      frequencyHz: one('Frequency_Phase_Average'),
    });
    const phases = partsOf(
      [1, 2, 3].map((phase) => ({
        powerW: one(`PowerReal_P_Phase_${phase}`),
        voltageV: one(`Voltage_AC_Phase_${phase}`),
        currentA: one(`Current_AC_Phase_${phase}`),
        energyWh: undefined,
      })),
    );
    if (Object.keys(values).length + phases.length === 0) return [];
    const { Serial, Model } = fieldsOf(Details);
    return [
      { source: textOf(Serial) || `#meter-${key.slice(0, 3)}`, role, values, phases, label: textOf(Model) },
    ];
  });
}
