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
import { deviceKind, severity, stateKey, stateNow, trouble, verdict } from './now.ts';

/** A device as the plant list carries it. `model` is the model's name here. */
const siteSn = z
  .object({
    sid: z.string(),
    sn: z.string(),
    ...partFields,
    model: z.string(),
    kind: deviceKind,
    ...state,
    ...stateNow,
    trouble,
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
    verdict,
    logo: z.string(),
    ...powerFields,
    ...lastUpdateFields,
    recordedSince,
    specificToday: z
      .number()
      .nullable()
      .optional()
      .describe('Ours: kWh per kWp of today; null for a plant of unknown size, or that never reported.'),
    specific30: z
      .number()
      .nullable()
      .optional()
      .describe('Ours: the same of the 30 days before, as far as they are recorded.'),
    timezone: z.string().optional().describe('IANA name; one client looks for it.'),
    latitude: z.number().optional().describe('Ours: tells night from silence.'),
    longitude: z.number().optional(),
  })
  .meta({ id: 'SiteRow' });

const plane = z
  .object({
    id: z.number().int(),
    name: z.string(),
    tilt: z.number().describe('Degrees: 0 lies flat, 90 stands upright.'),
    azimuth: z.number().describe('Degrees clockwise from north: 90 east, 180 south.'),
    powerRating: z.number().describe('Rated power of its panels, W; 0: not told.'),
  })
  .meta({ id: 'SitePlane' });

const price = z
  .object({
    from: z.string().describe("First local day on which it holds; '' ever since."),
    price: z.number().describe('Of one kWh, at all times of which no band speaks.'),
    exportPrice: z
      .number()
      .nullable()
      .describe('Paid for one kWh into the grid; null: counted like what is used.'),
    bands: z.array(
      z.object({
        days: z.array(z.number().int()).describe('Days of the week, 1 Monday to 7 Sunday.'),
        from: z.string().describe('HH:MM'),
        to: z
          .string()
          .describe('HH:MM; not later than `from`: to midnight, and from midnight on, of each of its days.'),
        price: z.number(),
      }),
    ),
  })
  .meta({ id: 'SitePrice' });

const person = z
  .object({ uid: z.string(), name: z.string(), email: z.string(), phone: z.string() })
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
      'Of one kWh now, outside of all time windows; null for roles without benefit and money.',
    ),
    prices: z
      .array(price)
      .describe('Ours: what a kWh is worth, in the order of the days; one where it never changed.'),
    temperatureUnit: z.string(),
    pvRemark: z.string().describe('Brand of the panels.'),
    batteryRemark: z.string(),
    userEmail: z.string(),
    installerEmail: z.string(),
    owner: person.describe('Ours: the owner, as far as the caller sees them.'),
    installer: person.describe('Ours: the installer, as far as the caller sees them.'),
    powerMax: z.number().describe('W.'),
    companyId: z.number().int(),
    companyName: z.string(),
    ownershipType: z.number().int(),
    systemType: z.number().int(),
    connectionType: z.string(),
    model: z.string().describe('Model of the panels.'),
    panelType: z.string(),
    powerRating: z.number().describe('Rated power of one panel in W.'),
    ...stateNow,
    verdict,
    sn: z.array(siteSn),
    projectReferenceId: z.string(),
    hasPosition: z.boolean().describe('Ours: latitude and longitude were entered; they are 0 otherwise.'),
    batteryModel: z.string(),
    systemSize: z.number().nullable().describe('Ours: rated power of all panels as entered, W.'),
    maxPower: z.number().nullable().describe('Ours: the most that the plant may make as entered, W.'),
    controlLimit: z.number().nullable().describe('Ours: the most that it may feed into the grid, W.'),
    meterType: z.string(),
    remark: z.string(),
    planes: z.array(plane),
    shareWith: z
      .array(
        z.object({
          email: z.string(),
          mayEdit: z.boolean(),
          until: z.string().nullable().describe("YYYY-MM-DD, the last day on the plant's calendar."),
        }),
      )
      .describe('Ours: who sees it besides; only told to those who decide over the plant.'),
    mayEdit: z.boolean().describe('Ours: the caller may change it, if his role may.'),
    mayDecide: z
      .boolean()
      .describe('Ours: the caller may say who sees it, and delete it; not somebody with whom it is shared.'),
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
    trouble,
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
    verdict,
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
        'Ours: what is reported now, one line per device and cause, worst first; low light is no fault.',
      ),
    max_power: z.number().describe('W.'),
    components: z.array(z.string()),
    recordedSince,
    hasYesterday: z
      .boolean()
      .optional()
      .describe('Ours: something was reported of yesterday; where nothing was, its figures are 0.'),
  })
  .meta({ id: 'SiteOverview' });

const siteModule = moduleRow.extend({
  planeId: z
    .number()
    .int()
    .nullable()
    .describe('Ours: the plane in which it lies; null where none was entered.'),
  ratedW: z.number().nullable().describe('Ours: rated power in W; null where none was entered.'),
  isUndivided: z
    .boolean()
    .describe('Ours: all inputs of the device in one row, because its reports do not tell them apart.'),
  state: stateKey,
  severity,
  cause: z.string().nullable().describe('Ours: kind of the event that decides; null: the state alone.'),
});

/** A device with its modules. Its `version` is the frame word at offset 39 in hex; energies are kWh. */
export const siteModules = z
  .object({
    sn: z.string(),
    isPhase: z.boolean(),
    kind: deviceKind,
    ...state,
    ...stateNow,
    trouble: trouble.describe('Ours: of the device.'),
    idleAddrs: z
      .array(z.number().int())
      .describe('Ours: inputs whose modules are meant by what was found about it.'),
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
    verdict,
  })
  .meta({ id: 'MapPoint' });

/** One plant's power of the running day. */
export const siteCurve = z
  .object({
    sid: z.string(),
    day: z.string().describe("YYYY-MM-DD, today on the plant's clock."),
    powerW: z
      .array(z.number().int().nullable())
      .describe('One mean per step from local midnight on, up to now; null is a gap.'),
    steps: z.number().int().describe('Steps of the whole day, which has 23 to 25 hours.'),
  })
  .meta({ id: 'SiteCurve' });

export const missingSpan = z
  .object({
    sn: z.string(),
    from: z.number().int().describe('Milliseconds since 1970.'),
    to: z.number().int(),
  })
  .meta({ id: 'MissingSpan' });
