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
import { deviceIssue, deviceKind, stateNow } from './now.ts';

const firmwareVersion = z
  .string()
  .describe("Installed firmware: as reported over MQTT, else as recorded with an update; '' if unknown.");
const partVersion = z
  .string()
  .describe("As reported over MQTT; '' for devices that do not, such as those that post frames.");

/** A module in the device list. Its energies are in Wh although the unit is kWh, like in the original service. */
const listModule = moduleRow.extend({ totalPower: z.number().nullable() });

export const deviceRow = z
  .object({
    sid: z.string(),
    sn: z.string(),
    kind: deviceKind,
    ...partFields,
    ...state,
    ...stateNow,
    trouble: deviceIssue,
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
    timezone: z.string().describe('Extension: of its plant.'),
    version: z.string().describe('Extension: version of its frame format.'),
    todayPower: z
      .number()
      .nullable()
      .describe('Extension: energy today in kWh; null if it does not produce.'),
    totalPower: z
      .number()
      .nullable()
      .describe('Extension: lifetime energy in kWh; null if it does not produce.'),
    isRestricted: z.boolean().describe('Extension: its serial number is on the blocklist.'),
    modules: z.array(listModule),
  })
  .meta({ id: 'DeviceRow' });

/** A serial number that reports but belongs to no plant. Times are UTC because there is no plant time zone. */
export const unregisteredRow = z
  .object({
    sn: z.string(),
    model: z.number().int(),
    modelName: z.string(),
    kind: deviceKind,
    kindTitle: z.string().describe('The type as text.'),
    version: z.string(),
    ...state,
    now: z.number(),
    nowUnit: z.string(),
    createdAt: displayTime.describe('Time of the first frame.'),
    ...lastUpdateFields,
    reportCount: z
      .number()
      .int()
      .describe('Number of stored frames; they are included when the serial number is claimed.'),
  })
  .meta({ id: 'UnregisteredRow' });

const contactAt = z.number().int().nullable().describe('Milliseconds since 1970.');

/** A serial number without a plant: what is stored about it, and its entry in the list of serial numbers. */
export const unregisteredDevice = z
  .object({
    device: z
      .object({
        model: z.number().int().describe('0: unknown.'),
        modelName: z.string(),
        kindTitle: z.string(),
        version: z.string(),
        firstAt: contactAt.describe('First contact; null: it has never reported.'),
        lastAt: contactAt.describe('Last contact.'),
        reportCount: z.number().int().nonnegative().describe('Stored readings.'),
        isRetired: z.boolean().describe('It was removed from a plant and has not reported since.'),
      })
      .nullable()
      .describe('Null: only the list of serial numbers contains it.'),
    stock: z
      .object({
        modelName: z.string(),
        companyName: z.string().describe("To which it was issued, or ''."),
        issuedAt: contactAt,
        isRestricted: z.boolean(),
        restrictedReason: z.string(),
      })
      .nullable()
      .describe('Null: not in the list of serial numbers.'),
    frames: z
      .array(z.object({ at: z.number().int(), bytes: z.string().describe('Hex.'), isWhole: z.boolean() }))
      .describe('The last stored raw frames, newest first, 20 at most.'),
  })
  .meta({ id: 'UnregisteredDevice' });

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
    time: wallSeconds.describe('Wall-clock seconds of the latest reading.'),
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
    trouble: deviceIssue,
    alertTitle: z.string().describe('Extension: title of the fault it reports now.'),
    mayEdit: z.boolean().describe('Extension: whether the caller may change its plant.'),
    isRestricted: z.boolean().describe('Extension: its serial number is on the blocklist.'),
    isRetired: z.boolean().describe('Extension: replaced; only its history is kept.'),
    gateway: z
      .object({ sn: z.string(), alias: z.string() })
      .nullable()
      .describe('Extension: gateway it is connected through; null: not specified.'),
    parts: z
      .array(z.object({ sn: z.string(), part: z.string(), kind: deviceKind, ...stateNow }))
      .describe(
        'Extension: the components of a composite device, each a device with calls of its own; else empty.',
      ),
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
    energy: z.number().nullable().describe('Energy of that day up to then, for producers; else null.'),
    energyUnit: z.string(),
    temperature: z.number().nullable(),
    acVoltage: z.number().nullable(),
    frequency: z.number().nullable(),
    voltage: z.number().nullable().describe('DC, V.'),
    current: z.number().nullable().describe('DC, A.'),
    version: z.string(),
    status: z.string(),
    at: z.number().int().describe('Extension: the time in ms.'),
    values: measureValues.describe(
      'Extension: all measured values by key, in the units of docs/measures.md, ratios in percent.',
    ),
    inputs: ofPlaces.describe('Extension.'),
    phases: ofPlaces.describe('Extension.'),
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
      .describe('Extension, composite devices: readings of each component; `values` above has all keys.'),
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
        per: z.number().int().describe('Scale: number of integer steps per unit.'),
        startAt: z.number().int().describe('Time of the first step, ms since 1970.'),
        stepMs: z.number().int(),
        count: z.number().int().describe('Number of steps of the entire day.'),
        modules: z.array(
          z.object({
            plcSN: z.string(),
            addr: z.number().int(),
            first: z.number().int().describe('First step with a value.'),
            values: z.array(z.number().int().nullable()).describe('One per step from the first on.'),
          }),
        ),
      })
      .optional()
      .describe(
        'Extension, on request: the modules of one day in compact form; the other lists are then empty.',
      ),
  })
  .meta({ id: 'Playback' });

const amount = z.number().nullable();

/** A power or charge has `now`, a counter the energies of the periods; the others are null. */
export const deviceMeasure = z
  .object({
    key: z.string().describe('Key in the catalog of measurements, such as `energyImported`.'),
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
    sns: z.array(z.string()).describe('Extension: all affected devices; one unless grouped.'),
    alias: z.string(),
    model: z.number().int(),
    modelName: z.string(),
    timezone: z.string(),
    alertCode: z.string().describe("Four hex digits of a code; '' for a detected problem."),
    alertTitle: z.string(),
    alertDescription: z.string(),
    startTime: displayTime,
    endTime: displayTime.describe("'' while ongoing."),
    key: z
      .string()
      .describe(
        'Extension: the code or detected problem: `plantSilent`, `gatewaySilent`, `silent`, `plantZero`, `makesNothing`, `modulesMakeNothing`, `energyLoss`, `moduleWeak`, or a plausibility problem: `tooMuch`, `nightPower`.',
      ),
    severity: z.enum(['info', 'minor', 'major', 'critical']),
    ownerAdvice: z.string(),
    installerAdvice: z.string(),
    begunAt: instant,
    endedAt: instant.nullable().describe('Null while ongoing.'),
    isOpen: z.boolean(),
    lastedMs: z.number().int().describe('Total active time, without the pauses in between.'),
    times: z.number().int(),
    days: z.number().int().describe('Number of consecutive days on which it occurred.'),
    alarmId: z.number().int().nullable().describe('Extension: the alarm it became; null: none.'),
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
        'Extension: the measurements of the device. Production, benefit and value above are 0 if it does not produce.',
      ),
    recordedSince,
  })
  .meta({ id: 'DeviceOverview' });
