// Campaigns: a firmware goes to many devices, a few of them first, and stops by itself when that does no good.
import { campaignLimits, campaignStates, rolloutStates } from '@helioport/domain/campaigns';
import { z } from 'zod';
import { type Contract, endpoint } from './endpoint.ts';
import { nothing, pageInput, pageOf } from './envelope.ts';
import { deviceOtaButton, otaFilePage, pvPlantPage } from './grants.ts';
import { body, filterText, listOf, neededText, part, sid, sn, whole, wholeOr } from './values.ts';

const id = whole(1, 1e12);
const instant = z.number().int().describe('Milliseconds since 1970.');
const count = z.number().int();
const bounded = ({ least, most, usual }: { least: number; most: number; usual: number }) =>
  wholeOr(usual, least, most);

/** Which of the devices that the firmware fits. */
const chosen = part({
  version: filterText.describe('Only those that run this version.'),
  company_id: wholeOr(null, 0, 1e12).describe('Only plants of this company; 0 or absent: any.'),
  sid: filterText.describe('Only this plant.'),
  sns: listOf(sn, campaignLimits.serials).describe('Only these devices; none or absent: any.'),
});

const counts = z.object({
  queued: count,
  sent: count,
  running: count,
  confirmed: count,
  failed: count,
  postponed: count,
});

const campaign = z
  .object({
    id: count,
    name: z.string(),
    firmwareId: count,
    modelTitle: z.string(),
    versionName: z.string(),
    isForced: z.boolean(),
    state: z.enum(campaignStates),
    stateTitle: z.string(),
    stopReason: z.string().describe("Why it stopped, in words; else ''."),
    isPastCanary: z.boolean().describe('Whether the first devices were well for as long as was asked.'),
    canaries: count,
    waitMinutes: count,
    batch: count,
    maxFailures: count,
    powerDrop: count.describe('Percent.'),
    counts,
    total: count,
    createdAt: instant,
    endedAt: instant.nullable(),
    mayChange: z.boolean(),
  })
  .meta({ id: 'Campaign' });

const upgrade = z
  .object({
    campaignId: count,
    sn: z.string(),
    alias: z.string(),
    versionName: z.string(),
    description: z.string(),
    isForced: z.boolean().describe('Then it cannot be put off.'),
    state: z.enum(rolloutStates),
    stateTitle: z.string(),
    postponedUntil: instant.nullable(),
  })
  .meta({ id: 'Upgrade' });

export const otaCampaign = {
  otaCampaignPreview: endpoint({
    path: 'v2/configuration/ota/campaign/preview',
    summary: 'How many devices a campaign would reach, and why not the others.',
    grant: deviceOtaButton,
    input: body({ firmwareId: id, filters: chosen }),
    output: z.object({
      fitting: count,
      reached: count,
      onlyReport: count.describe('They only report: nothing can be sent to them.'),
      current: count.describe('They run it already.'),
      busy: count.describe('Another campaign has them.'),
    }),
  }),
  otaCampaignCreate: endpoint({
    path: 'v2/configuration/ota/campaign/create',
    summary: 'Begins a campaign.',
    grant: deviceOtaButton,
    writes: true,
    input: body({
      firmwareId: id,
      name: neededText(120),
      filters: chosen,
      canaries: bounded(campaignLimits.canaries).describe('Devices that go first.'),
      waitMinutes: bounded(campaignLimits.waitMinutes).describe('How long these must be well.'),
      batch: bounded(campaignLimits.batch).describe('Devices at once after them.'),
      maxFailures: bounded(campaignLimits.maxFailures).describe('With so many failures it stops.'),
      powerDrop: bounded(campaignLimits.powerDrop).describe(
        'It stops when the power of one of the first falls by so many percent against its siblings.',
      ),
    }),
    output: z.object({ id: count }),
  }),
  otaCampaignList: endpoint({
    path: 'v2/configuration/ota/campaign/list',
    summary: 'Campaigns, the newest first.',
    grant: otaFilePage,
    input: body({
      page: pageInput,
      filters: part({ keywords: filterText, state: filterText, id: id.nullish() }),
    }),
    output: pageOf(campaign),
  }),
  otaCampaignDevices: endpoint({
    path: 'v2/configuration/ota/campaign/devices',
    summary: 'What became of a campaign, device by device, in the order of their turns.',
    grant: otaFilePage,
    input: body({ id, page: pageInput, filters: part({ keywords: filterText, state: filterText }) }),
    output: pageOf(
      z.object({
        sn: z.string(),
        alias: z.string(),
        sid: z.string(),
        siteName: z.string(),
        isCanary: z.boolean(),
        state: z.enum(rolloutStates),
        stateTitle: z.string(),
        percent: count.nullable().describe('How far it is, as it says; null where it says nothing.'),
        versionBefore: z.string(),
        versionNow: z.string(),
        reason: z.string().describe("Why it failed, in the device's or the portal's words; else ''."),
        sentAt: instant.nullable(),
        endedAt: instant.nullable(),
        postponedUntil: instant.nullable(),
      }),
    ),
  }),
  otaCampaignStop: endpoint({
    path: 'v2/configuration/ota/campaign/stop',
    summary: 'Stops a campaign: what was sent goes on, nothing more is sent.',
    grant: deviceOtaButton,
    writes: true,
    input: body({ id }),
    output: nothing,
  }),
  otaCampaignResume: endpoint({
    path: 'v2/configuration/ota/campaign/resume',
    summary: 'Lets a stopped campaign go on; failures so far no longer count.',
    grant: deviceOtaButton,
    writes: true,
    input: body({ id }),
    output: nothing,
  }),
  otaSite: endpoint({
    path: 'v2/configuration/ota/site',
    summary: 'Upgrades that devices of a plant are about to get, or get.',
    grant: pvPlantPage,
    input: body({ sid }),
    output: z.object({ list: z.array(upgrade), mayPostpone: z.boolean() }),
  }),
  otaPostpone: endpoint({
    path: 'v2/configuration/ota/postpone',
    summary: 'Puts an upgrade of a device off that was not sent yet, unless it is forced.',
    grant: pvPlantPage,
    writes: true,
    input: body({ sid, sn, campaignId: id, days: whole(0, 30).describe('0: no longer put off.') }),
    output: nothing,
  }),
} satisfies Contract;
