// What a meter or plug measures, and in which direction. Pure; shared by the formats of devices that do not state it.
import type { FeedField, FeedRole } from '@helioport/domain/feeds';

/** What a channel measures; `isReversed`: its positive power flows the other way. */
export interface DirectedRole {
  readonly role: FeedRole;
  readonly isReversed: boolean;
}

/** Power and counters of one channel, as its device counts them; undefined: not measured. */
export interface DirectedChannel {
  powerW: number | undefined;
  forwardWh: number | undefined;
  returnedWh: number | undefined;
  voltageV: number | undefined;
  frequencyHz: number | undefined;
}

const rolePattern = /^(-?)(pv|grid|battery)$/;

/** The role of a name: `pv`, `grid` or `battery`, with a minus if reversed. */
export function directedRole(name: string): DirectedRole | undefined {
  const [, minus, role] = rolePattern.exec(name) ?? [];
  return role === undefined ? undefined : { role: role as FeedRole, isReversed: minus === '-' };
}

/** Forward is production of an inverter, import from the grid, or charging of a battery. */
export function directedValues(
  { powerW, forwardWh, returnedWh, voltageV, frequencyHz }: DirectedChannel,
  { role, isReversed }: DirectedRole,
): readonly (readonly [FeedField, number | undefined])[] {
  const intoWh = isReversed ? returnedWh : forwardWh;
  const outOfWh = isReversed ? forwardWh : returnedWh;
  const isNegative = isReversed !== (role === 'battery');
  const isPv = role === 'pv';
  return [
    ['powerW', powerW === undefined || powerW === 0 ? powerW : isNegative ? -powerW : powerW],
    ['energyInWh', isPv ? undefined : intoWh],
    ['energyOutWh', isPv ? intoWh : outOfWh],
    ['acVoltageV', voltageV],
    ['frequencyHz', frequencyHz],
  ];
}
