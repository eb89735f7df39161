// How many people and devices there are, and how many came lately.
import { deviceKinds } from '@helioport/domain/deviceKinds';
import { stateKeys } from '@helioport/domain/state';
import { z } from 'zod';
import { type Contract, endpoint } from './endpoint.ts';
import { noInput } from './envelope.ts';
import { dashboardPage, dashboardTotalsModule, dashboardTrendsModule } from './grants.ts';

const count = z.number().int().nonnegative();
const [firstKind, ...otherKinds] = deviceKinds.map(({ key }) => key);

const span = z
  .object({
    from: z.string().describe('First day, YYYY-MM-DD.'),
    to: z.string().describe('Last day, YYYY-MM-DD, inclusive.'),
    users: count.describe('Registered in this period.'),
    devices: count.describe(
      'Added to a plant in this period and still part of one; a replaced device does not count.',
    ),
  })
  .meta({ id: 'DashboardSpan' });

/** Only for callers with the page that lists them. */
const openAlarms = z
  .object({
    critical: count,
    major: count,
    minor: count,
    acknowledged: count.describe('Of any severity; not among the others.'),
  })
  .meta({ id: 'DashboardAlarms' });

export const dashboard = {
  attention: endpoint({
    path: 'v2/dashboard/attention',
    summary:
      'Ours: open alarms by severity, devices by state and emails that were not sent. Parts whose pages the role does not hold are null.',
    grant: dashboardPage,
    input: noInput,
    output: z.object({
      alarms: openAlarms.nullable(),
      devices: z
        .object({
          total: count.describe('Of the list of inverters and gateways.'),
          states: z
            .record(z.enum(stateKeys), count)
            .describe(
              'All states by key, as the list of devices names and filters them; they add up to `total`.',
            ),
        })
        .nullable(),
      mails: z
        .object({
          waiting: count,
          failed: count,
          kept: count.describe('Not sent, because there is no mail server.'),
          hasServer: z.boolean(),
        })
        .nullable(),
    }),
  }),
  energyToday: endpoint({
    path: 'v2/dashboard/energyToday',
    summary:
      'Ours: energy of today, and what the plants whose location and rated power are known would have produced by now under a clear sky.',
    grant: dashboardPage,
    input: noInput,
    output: z
      .object({
        producedKwh: z.number().nullable().describe('Of all plants; null where none has ever reported.'),
        comparedKwh: z.number().nullable().describe('Of the plants that are compared with a clear sky.'),
        clearSkyKwh: z
          .number()
          .nullable()
          .describe('Of the same plants, from local midnight until now; null where none can be compared.'),
        comparedPlants: count,
        plants: count,
      })
      .nullable()
      .describe('Null for roles without the page of the plants.'),
  }),
  userSummary: endpoint({
    path: 'v2/dashboard/user/summary',
    summary: 'The users visible to the caller, in total and by country, most users first.',
    grant: dashboardPage,
    input: noInput,
    output: z.object({
      totalUsers: count,
      countries: z.array(
        z.object({
          countryCode: z.string().describe("ISO 3166-1; '' for users without a country."),
          countryName: z.string(),
          users: count,
        }),
      ),
    }),
  }),
  deviceSummary: endpoint({
    path: 'v2/dashboard/device/summary',
    summary: 'The devices in plants visible to the caller, and the modules connected to them.',
    grant: dashboardTotalsModule,
    input: noInput,
    output: z.object({
      totalDevices: count,
      panels: count,
      wifiMicroinverters: count,
      gatewayPlc: count,
      kinds: z.array(z.object({ kind: z.enum([firstKind!, ...otherKinds]), devices: count })),
    }),
  }),
  deviceTrend: endpoint({
    path: 'v2/dashboard/device/trend',
    summary:
      'Users registered and devices added on each of the last 7 days and in each of the last 12 weeks, today last. Days are UTC because plants in all time zones are counted together; weeks are seven days.',
    grant: dashboardTrendsModule,
    input: noInput,
    output: z.object({ days: z.array(span), weeks: z.array(span) }),
  }),
} satisfies Contract;
