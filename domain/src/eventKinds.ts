// What a plant's log tells of: the sixteen codes of its inverters, and what is found about its devices. Each with its words:
// what it means, and what its owner and its installer can do.
import { type FaultSeverity, faults } from './faults.ts';
import { type TroubleKey, troubleKeys } from './verdict.ts';

export interface EventKind {
  /** `0040` for a code, else what was found, such as `silent`. */
  readonly key: string;
  /** Of a code; null for what was found. */
  readonly bit: number | null;
  readonly severity: FaultSeverity;
  readonly titleKey: string;
  readonly explanationKey: string;
  readonly ownerKey: string;
  readonly installerKey: string;
}

type Owner = 'light' | 'hour' | 'call' | 'cool' | 'danger' | 'power' | 'breaker';
type Installer =
  | 'module'
  | 'light'
  | 'restart'
  | 'replace'
  | 'frequency'
  | 'voltage'
  | 'current'
  | 'heat'
  | 'earth'
  | 'relay'
  | 'plc'
  | 'silent'
  | 'nothing'
  | 'input';

/** By bit. Several codes ask for the same. */
const adviceByBit: readonly (readonly [Owner, Installer])[] = [
  ['call', 'module'],
  ['light', 'light'],
  ['hour', 'restart'],
  ['call', 'replace'],
  ['hour', 'frequency'],
  ['hour', 'frequency'],
  ['hour', 'voltage'],
  ['hour', 'voltage'],
  ['hour', 'voltage'],
  ['call', 'current'],
  ['call', 'current'],
  ['cool', 'heat'],
  ['call', 'replace'],
  ['danger', 'earth'],
  ['danger', 'relay'],
  ['light', 'plc'],
];

const ofTrouble: Readonly<Record<TroubleKey, readonly [FaultSeverity, Owner, Installer]>> = {
  silent: ['major', 'power', 'silent'],
  makesNothing: ['major', 'breaker', 'nothing'],
  modulesMakeNothing: ['minor', 'call', 'input'],
};

const advice = ([owner, installer]: readonly [Owner, Installer]) => ({
  ownerKey: `advice.owner.${owner}`,
  installerKey: `advice.installer.${installer}`,
});

/** The codes in the order of their bits, then what is found, the gravest first. */
export const eventKinds: readonly EventKind[] = [
  ...faults.map(
    ({ bit, code, severity, titleKey, explanationKey }): EventKind => ({
      ...{ key: code, bit, severity, titleKey, explanationKey },
      ...advice(adviceByBit[bit]!),
    }),
  ),
  ...troubleKeys.map((key): EventKind => {
    const [severity, owner, installer] = ofTrouble[key];
    return {
      ...{ key, bit: null, severity, titleKey: `event.${key}`, explanationKey: `event.${key}.explanation` },
      ...advice([owner, installer]),
    };
  }),
];

const byKey = new Map(eventKinds.map((kind) => [kind.key, kind]));

/** The kind of a key; undefined for keys that mean nothing. */
export const eventKindOf = (key: string): EventKind | undefined => byKey.get(key);
