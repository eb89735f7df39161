// Derived from the parameter list: parameters of a device, ranges of a plant's grid code, and whether a value read back
// matches the requested one.
import { type DeviceKind, deviceKind, isGateway } from './deviceKinds.ts';
import {
  type GridCodeEntry,
  type GridCodeKey,
  gridCodeList,
  type ParameterEntry,
  parameterList,
  type Range,
} from './parameterList.ts';

export type ParameterKey = keyof typeof parameterList;

export interface Parameter extends ParameterEntry {
  readonly key: ParameterKey;
}

export interface GridCode extends GridCodeEntry {
  readonly key: GridCodeKey;
}

/** In the order in which they are shown. */
export const parameters: readonly Parameter[] = (Object.keys(parameterList) as ParameterKey[]).map((key) => ({
  ...parameterList[key],
  key,
}));

const byKey = new Map<string, Parameter>(parameters.map((one) => [one.key, one]));

/** The parameter of a name; undefined for names that mean none. */
export const parameterOf = (name: string): Parameter | undefined => byKey.get(name);

/** The supported grid codes. */
export const gridCodes = (Object.keys(gridCodeList) as GridCodeKey[]).map(
  (key): GridCode => ({ ...gridCodeList[key], key }),
);

/** Grid code of a country (ISO 3166-1 alpha-2); undefined if none is supported. */
export const gridCodeOf = (countryCode: string): GridCode | undefined =>
  gridCodes.find(({ countries }) => countries.includes(countryCode));

/** The code of a name; undefined for names that mean none. */
export const gridCodeNamed = (name: string): GridCode | undefined =>
  gridCodes.find(({ key }) => key === name);

/** The known ones among values by name, in the order of the list. */
export const entriesOf = (values: Readonly<Record<string, number>>): (readonly [Parameter, number])[] =>
  parameters.flatMap((one) => {
    const value = Object.hasOwn(values, one.key) ? values[one.key] : undefined;
    return value === undefined ? [] : [[one, value] as const];
  });

export const rangeOf = ({ ranges }: Parameter, { key }: GridCode): Range => ranges[key];

/** Whether two values are equal in the steps of the parameter, for example the requested one and the one read back. */
export const isSameValue = ({ decimals }: Parameter, a: number, b: number): boolean =>
  Math.round(a * 10 ** decimals) === Math.round(b * 10 ** decimals);

/** Whether a value is within a range, and has at most this many decimals. */
export function isWithin(range: Range, decimals: number, value: number): boolean {
  const steps = value * 10 ** decimals;
  if (!Number.isFinite(value) || Math.abs(steps - Math.round(steps)) > 1e-6) return false;
  return 'choices' in range ? range.choices.includes(value) : value >= range.min && value <= range.max;
}

/** Whether a grid code allows a value, and the parameter has it among its steps. */
export const isAllowed = (parameter: Parameter, value: number, code: GridCode): boolean =>
  isWithin(rangeOf(parameter, code), parameter.decimals, value);

/** Whether a kind of device has these parameters: grid-connected devices, and gateways, which forward them. */
export const hasParameters = (kind: DeviceKind): boolean =>
  isGateway(kind) || kind.isProducer || kind.parts.some((part) => deviceKind(part.kind).isProducer);

/** Whether values affect grid protection, which requires a second approval. */
export const touchesProtection = (values: Readonly<Record<string, number>>): boolean =>
  entriesOf(values).some(([{ isProtection }]) => isProtection);

/** Commands of one device that may be under way or wait at the same time. */
export const MOST_OPEN_COMMANDS = 20;

export const commandStates = [
  'waiting',
  'queued',
  'sent',
  'confirmed',
  'refused',
  'expired',
  'withdrawn',
] as const;
/**
 * State of a command. Waiting: for a second approval. Queued: until the device connects. Sent: delivered.
 * Confirmed: values read back. Refused: the device rejected it or has other values now. Expired: no answer in
 * time. Withdrawn: canceled before it was sent.
 */
export type CommandState = (typeof commandStates)[number];

/** Whether the outcome of the command is still pending. */
export const isOpen = (state: CommandState): boolean =>
  state === 'waiting' || state === 'queued' || state === 'sent';

/** Outcome of a command from the device's answer; without requested values, the command only read them. */
export function outcomeOf(
  wanted: Readonly<Record<string, number>>,
  reported: Readonly<Record<string, number>>,
): 'confirmed' | 'refused' {
  const isRead = entriesOf(wanted).every(([one, value]) => {
    const now = Object.hasOwn(reported, one.key) ? reported[one.key] : undefined;
    return now !== undefined && isSameValue(one, now, value);
  });
  return isRead && entriesOf(reported).length > 0 ? 'confirmed' : 'refused';
}
