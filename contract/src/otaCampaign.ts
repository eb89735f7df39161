// Campaigns: firmware updates of many devices, pilot devices first, that stop automatically on failures.
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
  version: filterText.describe('Only those on this version.'),
  company_id: wholeOr(null, 0, 1e12).describe('Only plants of this company; 0 or absent: all.'),
  sid: filterText.describe('Only this plant.'),
  sns: listOf(sn, campaignLimits.serials).describe('Only these devices; none or absent: all.'),
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
    stopReason: z.string().describe("Why it stopped, as text; else ''."),
    isPastCanary: z.boolean().describe('Whether the pilot devices have passed their observation time.'),
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
    isForced: z.boolean().describe('If forced, it cannot be postponed.'),
    state: z.enum(rolloutStates),
    stateTitle: z.string(),
    postponedUntil: instant.nullable(),
  })
  .meta({ id: 'Upgrade' });

export const otaCampaign = {
  otaCampaignPreview: endpoint({
    path: 'v2/configuration/ota/campaign/preview',
    summary: 'Number of devices that a campaign would update, and why others are excluded.',
    grant: deviceOtaButton,
    input: body({ firmwareId: id, filters: chosen }),
    output: z.object({
      fitting: count,
      reached: count,
      onlyReport: count.describe('Monitoring only: nothing can be sent to them.'),
      current: count.describe('Already on this version.'),
      busy: count.describe('In another campaign.'),
    }),
  }),
  otaCampaignCreate: endpoint({
    path: 'v2/configuration/ota/campaign/create',
    summary: 'Starts a campaign.',
    grant: deviceOtaButton,
    writes: true,
    input: body({
      firmwareId: id,
      name: neededText(120),
      filters: chosen,
      canaries: bounded(campaignLimits.canaries).describe('Pilot devices.'),
      waitMinutes: bounded(campaignLimits.waitMinutes).describe('Observation time of the pilot devices.'),
      batch: bounded(campaignLimits.batch).describe('Batch size after the pilot.'),
      maxFailures: bounded(campaignLimits.maxFailures).describe('Number of failures after which it stops.'),
      powerDrop: bounded(campaignLimits.powerDrop).describe(
        'Stops when a pilot device loses this percentage of its power compared with similar devices.',
      ),
    }),
    output: z.object({ id: count }),
  }),
  otaCampaignList: endpoint({
    path: 'v2/configuration/ota/campaign/list',
    summary: 'Campaigns, newest first.',
    grant: otaFilePage,
    input: body({
      page: pageInput,
      filters: part({ keywords: filterText, state: filterText, id: id.nullish() }),
    }),
    output: pageOf(campaign),
  }),
  otaCampaignDevices: endpoint({
    path: 'v2/configuration/ota/campaign/devices',
    summary: 'Result of a campaign by device, in update order.',
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
        percent: count.nullable().describe('Progress, as reported; null if not reported.'),
        versionBefore: z.string(),
        versionNow: z.string(),
        reason: z.string().describe("Reason for the failure, from the device or the portal; else ''."),
        sentAt: instant.nullable(),
        endedAt: instant.nullable(),
        postponedUntil: instant.nullable(),
      }),
    ),
  }),
  otaCampaignStop: endpoint({
    path: 'v2/configuration/ota/campaign/stop',
    summary: 'Stops a campaign: updates already sent continue, and no more are sent.',
    grant: deviceOtaButton,
    writes: true,
    input: body({ id }),
    output: nothing,
  }),
  otaCampaignResume: endpoint({
    path: 'v2/configuration/ota/campaign/resume',
    summary: 'Resumes a stopped campaign; previous failures no longer count.',
    grant: deviceOtaButton,
    writes: true,
    input: body({ id }),
    output: nothing,
  }),
  otaSite: endpoint({
    path: 'v2/configuration/ota/site',
    summary: 'Firmware updates planned or in progress for the devices of a plant.',
    grant: pvPlantPage,
    input: body({ sid }),
    output: z.object({ list: z.array(upgrade), mayPostpone: z.boolean() }),
  }),
  otaPostpone: endpoint({
    path: 'v2/configuration/ota/postpone',
    summary: 'Postpones the update of a device that has not been sent yet, unless it is forced.',
    grant: pvPlantPage,
    writes: true,
    input: body({ sid, sn, campaignId: id, days: whole(0, 30).describe('0: no longer postponed.') }),
    output: nothing,
  }),
} satisfies Contract;
