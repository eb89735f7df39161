// Gateways: data server, settings, connected devices, and the broker credentials.
import { z } from 'zod';
import { commandResult, deviceSettings, requestId, serverWanted, wanted } from './commands.ts';
import { type Contract, endpoint } from './endpoint.ts';
import { nothing } from './envelope.ts';
import { plantParameterButton, plantUpdateButton, pvPlantPage, snListPage } from './grants.ts';
import { deviceIssue, deviceKind, stateNow } from './now.ts';
import { body, listOf, sid, sn } from './values.ts';

const deviceInput = { sn, sid: sid.nullish() };

/** Most devices that are said to be behind one gateway. */
export const BEHIND_MOST = 1000;

const behindRow = z
  .object({
    sn: z.string(),
    alias: z.string(),
    kind: deviceKind,
    ...stateNow,
    trouble: deviceIssue,
    gatewaySn: z.string().nullable().describe('Gateway it is connected through; null: not specified.'),
  })
  .meta({ id: 'BehindGateway' });

const deviceKey = z
  .object({
    sn: z.string(),
    broker: z.string().describe("Address of the broker; '' if this installation has none."),
    user: z.string(),
    token: z.string().describe('The password with which the device logs in.'),
    topics: z.array(
      z.object({
        topic: z.string(),
        access: z.enum(['publish', 'subscribe']).describe('What the device is allowed to do.'),
      }),
    ),
  })
  .meta({ id: 'DeviceKey' });

export const gateway = {
  bsgServer: endpoint({
    path: 'v2/gateway/bsg/server',
    summary:
      'Sends a gateway its data server and settings, or requests them, and waits up to 25 s for the values read back. An address other than that of this installation needs a second approval.',
    grant: plantParameterButton,
    writes: true,
    timeoutMs: 30_000,
    input: body({ ...deviceInput, server: serverWanted, values: wanted, requestId }),
    output: deviceSettings.extend({ told: commandResult }).meta({ id: 'GatewaySettings' }),
  }),
  view: endpoint({
    path: 'v2/gateway/view',
    summary: 'Extension: last settings reported by a gateway, without requesting them.',
    grant: pvPlantPage,
    input: body(deviceInput),
    output: deviceSettings,
  }),
  behind: endpoint({
    path: 'v2/gateway/behind',
    summary: 'Extension: the devices of the gateway’s plant and the gateway that each is connected through.',
    grant: pvPlantPage,
    input: body(deviceInput),
    output: z.object({ mayEdit: z.boolean(), list: z.array(behindRow) }),
  }),
  behindSet: endpoint({
    path: 'v2/gateway/behind/set',
    summary:
      'Extension: sets the devices connected through the gateway; devices not listed are disconnected from it.',
    grant: plantUpdateButton,
    writes: true,
    input: body({ ...deviceInput, sns: listOf(sn, BEHIND_MOST) }),
    output: nothing,
  }),
  token: endpoint({
    path: 'v2/gateway/token',
    summary: 'Extension: broker credentials of a device, and its topics.',
    grant: plantParameterButton,
    input: body(deviceInput),
    output: deviceKey,
  }),
  tokenStock: endpoint({
    path: 'v2/gateway/token/stock',
    summary:
      "Extension: broker credentials of a device in stock, before it is added to a plant. For serial numbers issued to the caller's company; adding the device to a plant invalidates the token.",
    grant: snListPage,
    writes: true,
    input: body({ sn }),
    output: deviceKey,
  }),
  tokenReplace: endpoint({
    path: 'v2/gateway/token/replace',
    summary:
      'Extension: replaces the token of a device. The old one becomes invalid immediately and its connection is closed.',
    grant: plantParameterButton,
    writes: true,
    input: body(deviceInput),
    output: deviceKey,
  }),
} satisfies Contract;
