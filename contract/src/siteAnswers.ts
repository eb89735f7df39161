// What the plant calls answer with.
import { z } from 'zod';
import {
  alert,
  alertFields,
  benefit,
  clockTime,
  displayTime,
  energyFlow,
  faultCode,
  lastUpdateFields,
  moduleRow,
  powerFields,
  production,
  recordedSince,
  state,
} from './figures.ts';
import { partFields } from './machines.ts';
import { priceNumber } from './money.ts';
import { conditionSummary, deviceIssue, deviceKind, severity, stateKey, stateNow } from './now.ts';

/** A device as the plant list carries it. `model` is the model's name here. */
const siteSn = z
  .object({
    sid: z.string(),
    sn: z.string(),
    alias: z.string().default('').describe('Extension: name given by users.'),
    ...partFields,
    model: z.string(),
    kind: deviceKind,
    ...state,
    ...stateNow,
    trouble: deviceIssue,
    ...alertFields,
    ...lastUpdateFields,
    ...powerFields,
  })
  .meta({ id: 'SiteSn' });

export const siteRow = z
  .object({
    sid: z.string(),
    siteName: z.string(),
    country: z.string(),
    countryName: z.string(),
    stateName: z.string(),
    city: z.string(),
    street: z.string(),
    userEmail: z.string(),
    installerEmail: z.string(),
    registerDate: displayTime,
    isCommission: z.boolean(),
    commissionDate: displayTime,
    snCount: z.number().int(),
    sn: z.array(siteSn),
    ...state,
    ...stateNow,
    verdict: conditionSummary,
    logo: z.string(),
    ...powerFields,
    ...lastUpdateFields,
    recordedSince,
    specificToday: z
      .number()
      .nullable()
      .optional()
      .describe(
        'Extension: kWh per kWp today; null if the system size is unknown or the plant has never reported.',
      ),
    specific30: z
      .number()
      .nullable()
      .optional()
      .describe('Extension: the same over the previous 30 days, as far as recorded.'),
    timezone: z.string().optional().describe('IANA name; required by one client.'),
    latitude: z.number().optional().describe('Extension: distinguishes night from communication loss.'),
    longitude: z.number().optional(),
  })
  .meta({ id: 'SiteRow' });

const array = z
  .object({
    id: z.number().int(),
    name: z.string(),
    tilt: z.number().describe('Degrees: 0 = flat, 90 = vertical.'),
    azimuth: z.number().describe('Degrees clockwise from north: 90 = east, 180 = south.'),
    powerRating: z.number().describe('Rated power of its modules, W; 0: not entered.'),
  })
  .meta({ id: 'SitePlane' });

const price = z
  .object({
    from: z.string().describe("First local day of the tariff; '' for the initial tariff."),
    price: z.number().describe('Per kWh, at all times outside the time windows.'),
    exportPrice: z
      .number()
      .nullable()
      .describe('Feed-in price per kWh; null: exported energy is valued like consumed energy.'),
    bands: z.array(
      z.object({
        days: z.array(z.number().int()).describe('Days of the week, 1 Monday to 7 Sunday.'),
        from: z.string().describe('HH:MM'),
        to: z
          .string()
          .describe(
            'HH:MM; not later than `from`: until midnight and from midnight on, on each of its days.',
          ),
        price: z.number(),
      }),
    ),
  })
  .meta({ id: 'SitePrice' });

const person = z
  .object({
    uid: z.string().nullable().describe('Null if the caller does not see the user.'),
    name: z.string(),
    email: z.string(),
    phone: z.string(),
  })
  .nullable();

export const siteDetail = z
  .object({
    sid: z.string(),
    siteName: z.string(),
    countryCode: z.string(),
    countryName: z.string(),
    stateCode: z.string(),
    stateName: z.string(),
    city: z.string(),
    street: z.string(),
    zipCode: z.string(),
    timezone: z.string(),
    latitude: z.number(),
    longitude: z.number(),
    logo: z.string(),
    logoFullPath: z.string(),
    commission: z.number().int(),
    registerDate: displayTime,
    commissionDate: displayTime,
    currency: z.string(),
    electricityPrice: priceNumber.describe(
      'Current price per kWh, outside the time windows; null for roles without benefit and money.',
    ),
    prices: z
      .array(price)
      .describe('Extension: tariffs in order of their start; one if the price has never changed.'),
    temperatureUnit: z.string(),
    pvRemark: z.string().describe('Brand of the modules.'),
    batteryRemark: z.string(),
    userEmail: z.string(),
    installerEmail: z.string(),
    owner: person.describe('Extension: the owner, if visible to the caller.'),
    installer: person.describe('Extension: the installer, for everyone who sees the plant.'),
    companyContact: person.describe(
      'Extension: the contact of the company that manages a plant without an installer, for everyone who sees the plant: as entered for the company (email and phone can be empty), else its manager.',
    ),
    pendingOwner: z
      .object({ email: z.string(), until: z.number().int().describe('Milliseconds since 1970.') })
      .nullable()
      .describe(
        'Extension: to whom the plant was offered and who has not confirmed yet, for callers who may offer it or see all plants; null: no one.',
      ),
    powerMax: z.number().describe('W.'),
    companyId: z.number().int(),
    companyName: z.string(),
    ownershipType: z.number().int(),
    systemType: z.number().int(),
    connectionType: z.string(),
    model: z.string().describe('Model of the modules.'),
    panelType: z.string(),
    powerRating: z.number().describe('Rated power of one module in W.'),
    ...stateNow,
    verdict: conditionSummary,
    sn: z.array(siteSn),
    projectReferenceId: z.string(),
    hasPosition: z
      .boolean()
      .describe('Extension: latitude and longitude have been entered; otherwise they are 0.'),
    batteryModel: z.string(),
    systemSize: z.number().nullable().describe('Extension: rated power of all modules as entered, W.'),
    maxPower: z.number().nullable().describe('Extension: maximum output of the plant as entered, W.'),
    controlLimit: z.number().nullable().describe('Extension: feed-in limit, W.'),
    meterType: z.string(),
    remark: z.string(),
    planes: z.array(array),
    shareWith: z
      .array(
        z.object({
          email: z.string(),
          mayEdit: z.boolean(),
          until: z.string().nullable().describe("YYYY-MM-DD, the last day in the plant's calendar."),
        }),
      )
      .describe('Extension: users it is shared with; only for callers with management access to the plant.'),
    mayEdit: z.boolean().describe('Extension: the caller may change it, if their role allows it.'),
    mayDecide: z
      .boolean()
      .describe('Extension: the caller may manage access and delete it; not for users it is shared with.'),
  })
  .meta({ id: 'SiteDetail' });

const overviewDevice = z
  .object({
    sid: z.string(),
    sn: z.string(),
    ...partFields,
    model: z.number().int(),
    modelName: z.string(),
    kind: deviceKind,
    ...state,
    ...stateNow,
    trouble: deviceIssue,
    pageType: z.number().int(),
    now: production.shape.totalNow,
    today: production.shape.today,
    nowUnit: z.string(),
    todayUnit: z.string(),
  })
  .meta({ id: 'OverviewDevice' });

export const siteOverview = z
  .object({
    statisticsProduction: production,
    benefit,
    ...state,
    ...stateNow,
    verdict: conditionSummary,
    lastUpdateCal: z.string(),
    lastUpdate: displayTime,
    createdAt: displayTime,
    deviceList: z.array(overviewDevice),
    energy: energyFlow,
    alert,
    faults: z
      .array(
        z.object({
          sn: z.string(),
          alias: z.string(),
          code: faultCode,
          title: z.string(),
          desc: z.string(),
          severity,
        }),
      )
      .describe(
        'Extension: current faults, one line per device and cause, worst first; low light is not a fault.',
      ),
    max_power: z.number().describe('W.'),
    components: z.array(z.string()),
    recordedSince,
    hasYesterday: z
      .boolean()
      .optional()
      .describe('Extension: data exists for yesterday; without data, its values are 0.'),
    hasProducer: z
      .boolean()
      .optional()
      .describe('Extension: false: no device of the plant produces, so production is unknown and not 0.'),
  })
  .meta({ id: 'SiteOverview' });

const siteModule = moduleRow.extend({
  planeId: z.number().int().nullable().describe('Extension: its array; null if not assigned.'),
  ratedW: z.number().nullable().describe('Extension: rated power in W; null if not entered.'),
  isUndivided: z
    .boolean()
    .describe('Extension: all inputs of the device in one row because its readings do not separate them.'),
  state: stateKey,
  severity,
  cause: z.string().nullable().describe('Extension: kind of the deciding event; null: only the state.'),
});

/** A device with its modules. Its `version` is the frame word at offset 39 in hex; energies are kWh. */
export const siteModules = z
  .object({
    sn: z.string(),
    isPhase: z.boolean(),
    kind: deviceKind,
    ...state,
    ...stateNow,
    trouble: deviceIssue.describe('Extension: of the device.'),
    idleAddrs: z
      .array(z.number().int())
      .describe('Extension: inputs of the modules affected by the detected problem.'),
    alertCode: alertFields.alertCode,
    alertTitle: alertFields.alertTitle,
    model: z.number().int(),
    modelName: z.string(),
    lastUpdate: clockTime,
    version: z.string(),
    alias: z.string(),
    modules: z.array(siteModule),
  })
  .meta({ id: 'SiteModules' });

export const mapPoint = z
  .object({
    sid: z.string(),
    siteName: z.string(),
    latitude: z.number(),
    longitude: z.number(),
    status: state.status,
    now: z.number(),
    ...stateNow,
    verdict: conditionSummary,
  })
  .meta({ id: 'MapPoint' });

/** One plant's power of the running day. */
export const siteCurve = z
  .object({
    sid: z.string(),
    day: z.string().describe('YYYY-MM-DD in plant time: today, or the day before until sunrise.'),
    isToday: z.boolean(),
    energyKwh: z.number().nullable().describe('Produced on this day; null: unknown.'),
    powerW: z
      .array(z.number().int().nullable())
      .describe('One average per step from local midnight up to now or the end of the day; null is a gap.'),
    steps: z.number().int().describe('Steps of the entire day, which has 23 to 25 hours.'),
  })
  .meta({ id: 'SiteCurve' });

export const missingSpan = z
  .object({
    sn: z.string(),
    from: z.number().int().describe('Milliseconds since 1970.'),
    to: z.number().int(),
  })
  .meta({ id: 'MissingSpan' });
