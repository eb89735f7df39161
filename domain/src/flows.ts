// Power by role in a plant or composite device, from the current readings of its devices. Values are combined only
// if their ages are comparable.
import { type DeviceRole, deviceKindNamed } from './deviceKinds.ts';
import type { Flows } from './figures.ts';
import { isLive, reportingStateAt } from './state.ts';

/** The current reading of a device. */
export interface CurrentReading {
  readonly kind: string;
  /** Place in `grades`. */
  readonly reportingRank: number;
  /** Time of its latest reading in ms; null: none. */
  readonly lastAt: number | null;
  /** 0 unless the device is live. */
  readonly nowW: number;
  /** Charge of a battery, 0 to 1. */
  readonly soc: number;
}

/** Readings further apart are not combined: the usual interval of five minutes, and one minute for its delivery. */
export const COMPARABLE_MS = 6 * 60_000;

/** Share of the devices of one role whose late or missing readings do not make its power outdated or unknown. */
export const LATE_SHARE = 0.1;

interface RolePower {
  powerW: number;
  /** Charge of batteries, 0 to 1. */
  soc: number;
  /** Time of the reading that determines its age, in ms. */
  at: number;
  isLive: boolean;
}

/**
 * Total power of the devices of one role, null without readings. Devices without communication for hours count as
 * absent if the role has others. Producers in standby count as 0 W now.
 */
function powerOf(devices: readonly CurrentReading[], nowMs: number): RolePower | null {
  const readings = devices.flatMap((device) => {
    const { state, isLong } = reportingStateAt(device.reportingRank);
    if (device.lastAt === null || state === 'notRegistered') return [];
    const isStandby = state === 'asleep';
    const at = isStandby ? nowMs : Math.min(device.lastAt, nowMs);
    return [{ ...device, at, isLive: isStandby || isLive(state), isLong }];
  });
  const recent = readings.filter(({ isLong }) => !isLong);
  const counted = (recent.length > 0 ? recent : readings).sort((a, b) => a.at - b.at);
  const oldest = counted[Math.floor(counted.length * LATE_SHARE)];
  if (!oldest) return null;
  return {
    powerW: counted.reduce((sum, { nowW }) => sum + nowW, 0),
    soc: counted.reduce((sum, { soc }) => sum + soc, 0) / counted.length,
    at: oldest.at,
    isLive: oldest.isLive,
  };
}

/**
 * What flows now, by the roles of these devices. A value that is not live, or much older than the newest of the others,
 * is listed in `outdated`; `energyFlowOf` then leaves the consumption unknown.
 */
export function flowsOf(devices: readonly CurrentReading[], nowMs: number): Flows {
  const ofRole = (role: DeviceRole) =>
    powerOf(
      devices.filter(({ kind }) => deviceKindNamed(kind)?.role === role),
      nowMs,
    );
  const roles = { pv: ofRole('sun'), grid: ofRole('grid'), battery: ofRole('storage') };
  const newest = Math.max(...Object.values(roles).map((role) => (role?.isLive ? role.at : 0)));
  const outdated = Object.entries(roles).flatMap(([key, role]) =>
    role && (!role.isLive || newest - role.at > COMPARABLE_MS)
      ? [[key, { at: role.at, isLive: role.isLive }]]
      : [],
  );
  const { pv, grid, battery } = roles;
  return {
    pvW: pv?.powerW ?? null,
    ...(grid ? { gridW: grid.powerW } : {}),
    ...(battery ? { battery: { powerW: battery.powerW, soc: battery.soc } } : {}),
    ...(outdated.length > 0 ? { outdated: Object.fromEntries(outdated) } : {}),
  };
}
