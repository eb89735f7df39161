// How many people and devices there are, and how many came lately.
import { deviceKinds } from '@helioport/domain/deviceKinds';
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
    devices: count.describe('Added to a plant in this period, and still in one.'),
  })
  .meta({ id: 'DashboardSpan' });

export const dashboard = {
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
