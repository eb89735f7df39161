// The inputs of a plant's devices as the editor assigns them. A plan can contain inputs without a position.
import type { Plan } from '../model/history.ts';
import { type Input, nameOf } from '../model/places.ts';
import type { Layout } from './useEditing.ts';

export type DeviceInput = Layout['inputs'][number];

const keyOf = ({ sn, addr }: Input) => `${sn}_${addr}`;

/** Unassigned inputs: neither in this plan nor, according to the server, on another page. */
export function freeInputs(
  plan: Plan,
  inputs: readonly DeviceInput[],
  base: ReadonlySet<string>,
): DeviceInput[] {
  const here = new Set([...plan.places.values()].map(nameOf));
  return inputs.filter((input) => {
    const key = keyOf(input);
    return !here.has(key) && (!input.isPlaced || base.has(key));
  });
}

/** Names of the inputs assigned on this page on the server, which it may reassign. */
export const inputsOfPage = (layout: Layout, page: number): ReadonlySet<string> =>
  new Set(layout.list.filter((place) => place.page === page && place.sn !== '').map(keyOf));

export const inputLabel = ({ sn, addr, device }: DeviceInput): string =>
  device === sn ? `${sn}_${addr}` : `${device} · ${sn}_${addr}`;
