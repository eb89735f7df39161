// What calls about campaigns share: whose they are.
import { demandOperator } from '../../../access/grants.ts';
import type { Me } from '../../../access/me.ts';
import type { Tx } from '../../../platform/db.ts';
import { fail } from '../../../platform/failure.ts';
import { type CampaignRow, lockCampaign } from '../../../repositories/campaigns.ts';
import { type FirmwareRow, lockFirmware } from '../../../repositories/firmware.ts';
import { isOfHis } from './ofCompanies.ts';

/** A campaign that the caller may change, held until the transaction ends; else the call ends. */
export async function campaignToChange({ tx, me }: { tx: Tx; me: Me }, id: number): Promise<CampaignRow> {
  const campaign = await lockCampaign(tx, id);
  return campaign && isOfHis(me, campaign.companyId) ? campaign : fail('campaign.unknown');
}

/**
 * Firmware that the caller may roll out, locked until the transaction ends: published ones; administrators may use any.
 */
export async function firmwareToRollOut({ tx, me }: { tx: Tx; me: Me }, id: number): Promise<FirmwareRow> {
  const firmware = await lockFirmware(tx, id);
  return firmware && (firmware.isPublished || me.isOperator) ? firmware : fail('firmware.unknown');
}

/** A firmware that the caller may keep, held until the transaction ends. */
export async function firmwareToKeep({ tx, me }: { tx: Tx; me: Me }, id: number): Promise<FirmwareRow> {
  demandOperator(me);
  return (await lockFirmware(tx, id)) ?? fail('firmware.unknown');
}
