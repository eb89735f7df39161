// Gateways: where they send their data, how they are set, what reports through them, and the key with which they sign in at the broker.
import { z } from 'zod';
import { machineSettings, requestId, serverWanted, told, wanted } from './commands.ts';
import { type Contract, endpoint } from './endpoint.ts';
import { nothing } from './envelope.ts';
import { plantParameterButton, plantUpdateButton, pvPlantPage, snListPage } from './grants.ts';
import { deviceKind, stateNow, trouble } from './now.ts';
import { body, listOf, sid, sn } from './values.ts';

const machine = { sn, sid: sid.nullish() };

/** Most devices that are said to be behind one gateway. */
export const BEHIND_MOST = 1000;

const behindRow = z
  .object({
    ...{ sn: z.string(), alias: z.string(), kind: deviceKind, ...stateNow, trouble },
    gatewaySn: z.string().nullable().describe('Through which gateway it reports; null: nobody said so.'),
  })
  .meta({ id: 'BehindGateway' });

const deviceKey = z
  .object({
    sn: z.string(),
    broker: z.string().describe("Address of the broker; '' where this installation has none."),
    user: z.string(),
    token: z.string().describe('The password with which the device signs in.'),
    topics: z.array(
      z.object({
        topic: z.string(),
        access: z.enum(['publish', 'subscribe']).describe('What the device may do.'),
      }),
    ),
  })
  .meta({ id: 'DeviceKey' });

export const gateway = {
  bsgServer: endpoint({
    path: 'v2/gateway/bsg/server',
    summary:
      'Tells a gateway where to send its data and how to be set, or asks it, and waits up to 25 s for what it reads back. An address other than that of this installation waits for a second approval.',
    grant: plantParameterButton,
    writes: true,
    timeoutMs: 30_000,
    input: body({ ...machine, server: serverWanted, values: wanted, requestId }),
    output: machineSettings.extend({ told }).meta({ id: 'GatewaySettings' }),
  }),
  view: endpoint({
    path: 'v2/gateway/view',
    summary: 'Ours: what a gateway said of its settings last, without asking it.',
    grant: pvPlantPage,
    input: body(machine),
    output: machineSettings,
  }),
  behind: endpoint({
    path: 'v2/gateway/behind',
    summary: 'Ours: the devices of the gateway’s plant, and which of them report through which gateway.',
    grant: pvPlantPage,
    input: body(machine),
    output: z.object({ mayEdit: z.boolean(), list: z.array(behindRow) }),
  }),
  behindSet: endpoint({
    path: 'v2/gateway/behind/set',
    summary: 'Ours: says which devices report through the gateway; those left out report through none.',
    grant: plantUpdateButton,
    writes: true,
    input: body({ ...machine, sns: listOf(sn, BEHIND_MOST) }),
    output: nothing,
  }),
  token: endpoint({
    path: 'v2/gateway/token',
    summary: 'Ours: how a device signs in at the broker, and the topics that are its own.',
    grant: plantParameterButton,
    input: body(machine),
    output: deviceKey,
  }),
  tokenStock: endpoint({
    path: 'v2/gateway/token/stock',
    summary:
      'Ours: how a device in stock signs in at the broker before it stands in a plant. For serial numbers issued to the own company; adding the device to a plant ends the token.',
    grant: snListPage,
    writes: true,
    input: body({ sn }),
    output: deviceKey,
  }),
  tokenReplace: endpoint({
    path: 'v2/gateway/token/replace',
    summary: 'Ours: gives a device a new token. The old one dies at once, and with it the open connection.',
    grant: plantParameterButton,
    writes: true,
    input: body(machine),
    output: deviceKey,
  }),
} satisfies Contract;
