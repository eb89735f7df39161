// What the device calls answer with.
import { alarmStates } from '@helioport/domain/alarms';
import { z } from 'zod';
import {
  alertFields,
  benefit,
  clockTime,
  detailFrom,
  displayTime,
  energyFlow,
  lastUpdateFields,
  moduleRow,
  production,
  recordedSince,
  state,
  values,
  wallSeconds,
} from './figures.ts';
import { partFields } from './machines.ts';
import { priceNumber } from './money.ts';
import { deviceKind, stateNow, trouble } from './now.ts';

const firmwareVersion = z
  .string()
  .describe(
    "The firmware that it runs: as it says over MQTT, else as whoever updated it said; '' where nobody did.",
  );
const partVersion = z
  .string()
  .describe("As it says over MQTT; '' of a device that does not, such as one that posts frames.");

/** A module in the device list: its energies are Wh although the unit says kWh, as the live service has it. */
const listModule = moduleRow.extend({ totalPower: z.number().nullable() });

export const deviceRow = z
  .object({
    sid: z.string(),
    sn: z.string(),
    kind: deviceKind,
    ...partFields,
    ...state,
    ...stateNow,
    trouble,
    ...alertFields,
    model: z.number().int(),
    modelName: z.string(),
    ...lastUpdateFields,
    createdAt: displayTime,
    siteName: z.string(),
    country: z.string(),
    countryName: z.string(),
    stateName: z.string(),
    city: z.string(),
    street: z.string(),
    userEmail: z.string(),
    installerEmail: z.string(),
    commissionDate: displayTime,
    now: z.number(),
    nowUnit: z.string(),
    batterySoc: z.number(),
    WIFIVersion: firmwareVersion,
    CPUVersion: partVersion,
    RAMVersion: partVersion,
    alias: z.string(),
    timezone: z.string().describe('Ours: of its plant.'),
    version: z.string().describe('Ours: version of its frames.'),
    todayPower: z.number().nullable().describe('Ours: kWh made today; null for what makes none.'),
    totalPower: z.number().nullable().describe('Ours: kWh made in all; null for what makes none.'),
    isRestricted: z.boolean().describe('Ours: its serial is on the black list.'),
    modules: z.array(listModule),
  })
  .meta({ id: 'DeviceRow' });

/** A serial that reports and belongs to no plant. Times are UTC, since there is no plant whose clock would count. */
export const unregisteredRow = z
  .object({
    sn: z.string(),
    model: z.number().int(),
    modelName: z.string(),
    kind: deviceKind,
    kindTitle: z.string().describe('The kind in words.'),
    version: z.string(),
    ...state,
    now: z.number(),
    nowUnit: z.string(),
    createdAt: displayTime.describe('First frame.'),
    ...lastUpdateFields,
    reportCount: z.number().int().describe('Frames kept so far; they come along when the serial is claimed.'),
  })
  .meta({ id: 'UnregisteredRow' });

export const deviceDetail = z
  .object({
    sid: z.string(),
    sn: z.string(),
    model_int: z.number().int(),
    model: z.string(),
    version: z.string(),
    modelTitle: z.string(),
    siteName: z.string(),
    countryName: z.string(),
    countryCode: z.string(),
    stateName: z.string(),
    city: z.string(),
    street: z.string(),
    timezone: z.string(),
    userEmail: z.string(),
    installerEmail: z.string(),
    registerDate: displayTime,
    isCommission: z.boolean(),
    commissionDate: displayTime,
    time: wallSeconds.describe('Wall-clock seconds of the latest report.'),
    temperatureUnit: z.string(),
    currency_unit: z.string(),
    local_electric_price: priceNumber,
    logoFullPath: z.string(),
    powerMax: z.number().describe('W.'),
    latitude: z.number(),
    longitude: z.number(),
    wifiVersion: firmwareVersion,
    cpuVersion: partVersion,
    ramVersion: partVersion,
    alias: z.string(),
    connectionType: z.string(),
    systemType: z.number().int(),
    powerRating: z.number().describe('W.'),
    kind: deviceKind,
    ...partFields,
    ...stateNow,
    trouble,
    alertTitle: z.string().describe('Ours: of the fault that it reports now, in words.'),
    mayEdit: z.boolean().describe('Ours: whether the caller may change its plant.'),
    isRestricted: z.boolean().describe('Ours: its serial is on the black list.'),
    isRetired: z.boolean().describe('Ours: replaced; it keeps only its history.'),
    gateway: z
      .object({ sn: z.string(), alias: z.string() })
      .nullable()
      .describe('Ours: through which gateway it reports; null: nobody said so.'),
    parts: z
      .array(z.object({ sn: z.string(), part: z.string(), kind: deviceKind, ...stateNow }))
      .describe('Ours: the parts of a machine, each a device with answers of its own; else none.'),
  })
  .meta({ id: 'DeviceDetail' });

/** Key of a measure -> value. What was not measured is absent. */
const measureValues = z.record(z.string(), z.number());

const ofPlaces = z.array(z.object({ addr: z.number().int(), values: measureValues }));

/** One report: power in W, energy of the day in kWh, AC and DC side; null where the frame does not say. */
export const historyRow = z
  .object({
    time: clockTime,
    power: z.number().nullable(),
    powerUnit: z.string(),
    energy: z.number().nullable().describe('Made on that day up to then, of what makes energy; else null.'),
    energyUnit: z.string(),
    temperature: z.number().nullable(),
    acVoltage: z.number().nullable(),
    frequency: z.number().nullable(),
    voltage: z.number().nullable().describe('DC, V.'),
    current: z.number().nullable().describe('DC, A.'),
    version: z.string(),
    status: z.string(),
    at: z.number().int().describe('Ours: the instant in ms.'),
    values: measureValues.describe(
      'Ours: all that was measured, by key, in the units of docs/measures.md, ratios in percent.',
    ),
    inputs: ofPlaces.describe('Ours.'),
    phases: ofPlaces.describe('Ours.'),
    parts: z
      .array(
        z.object({
          sn: z.string(),
          part: z.string(),
          values: measureValues,
          inputs: ofPlaces,
          phases: ofPlaces,
        }),
      )
      .optional()
      .describe('Ours, of a machine: what each of its parts said; `values` above has the keys of all.'),
  })
  .meta({ id: 'HistoryRow' });

export const playback = z
  .object({
    overview: z.object({
      legend: z.array(z.string()),
      xAxisData: z.array(z.string()),
      series: z.array(z.object({ name: z.string(), data: values })),
    }),
    modules: z.array(z.object({ plcSN: z.string(), addr: z.number().int(), data: values })),
    unit: z.string(),
    detailFrom,
    compact: z
      .object({
        measure: z.string(),
        unit: z.string(),
        per: z.number().int().describe('So many of the whole numbers below make one unit.'),
        startAt: z.number().int().describe('Instant of the first step, ms since 1970.'),
        stepMs: z.number().int(),
        count: z.number().int().describe('Steps of the whole day.'),
        modules: z.array(
          z.object({
            plcSN: z.string(),
            addr: z.number().int(),
            first: z.number().int().describe('The first step with a value.'),
            values: z.array(z.number().int().nullable()).describe('One per step from there on.'),
          }),
        ),
      })
      .optional()
      .describe('Ours, on request: the modules of one day in few bytes; the other lists are empty then.'),
  })
  .meta({ id: 'Playback' });

const amount = z.number().nullable();

/** A power or charge has `now`, a counter the energies of the periods; the others are null. */
export const deviceMeasure = z
  .object({
    key: z.string().describe('Key of the catalogue of measures, such as `energyImported`.'),
    unit: z.string(),
    now: amount,
    today: amount,
    yesterday: amount,
    month: amount,
    year: amount,
    total: amount,
  })
  .meta({ id: 'DeviceMeasure' });

const instant = z.number().int().describe('Milliseconds since 1970.');

/** One line of the log: days on which the same happened one after the other are one. */
export const alertRow = z
  .object({
    sid: z.string(),
    siteName: z.string(),
    sn: z.string(),
    sns: z.array(z.string()).describe('Ours: of all devices of which it speaks; one unless folded.'),
    alias: z.string(),
    model: z.number().int(),
    modelName: z.string(),
    timezone: z.string(),
    alertCode: z.string().describe("Four hex digits of a code; '' for what was found about a device."),
    alertTitle: z.string(),
    alertDescription: z.string(),
    startTime: displayTime,
    endTime: displayTime.describe("'' while it goes on."),
    key: z
      .string()
      .describe(
        'Ours: the code, or what was found: `plantSilent`, `gatewaySilent`, `silent`, `plantZero`, `makesNothing`, `modulesMakeNothing`, `moduleWeak`, or what is doubtful: `tooMuch`, `nightPower`.',
      ),
    severity: z.enum(['info', 'minor', 'major', 'critical']),
    ownerAdvice: z.string(),
    installerAdvice: z.string(),
    begunAt: instant,
    endedAt: instant.nullable().describe('Null while it goes on.'),
    isOpen: z.boolean(),
    lastedMs: z.number().int().describe('How long it stood in all, without the pauses between.'),
    times: z.number().int(),
    days: z.number().int().describe('Days one after the other on which it came.'),
    alarmId: z.number().int().nullable().describe('Ours: the alarm that it became; null: none.'),
    alarmState: z.enum(alarmStates).nullable(),
  })
  .meta({ id: 'AlertRow' });

export const statisticsOverview = z
  .object({
    maxNow: z.number(),
    totalNow: z.number(),
    totalNowUnit: z.string(),
    currency_unit: z.string(),
    local_electric_price: priceNumber,
    production,
    environmentalBenefit: benefit,
    ...state,
    ...alertFields,
    ...lastUpdateFields,
    isConsumption: z.boolean().describe('True only with a meter.'),
    energy: energyFlow,
    measures: z
      .array(deviceMeasure)
      .optional()
      .describe(
        'Ours: what the device measures. Production, benefit and money above are 0 for what makes none.',
      ),
    recordedSince,
  })
  .meta({ id: 'DeviceOverview' });
