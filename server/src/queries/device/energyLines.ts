// Content of a device's charts and overview by its role: only producers have production, benefits and money. Meters and
// batteries have energies under their own names.
import { type DeviceKindKey, deviceKind } from '@helioport/domain/deviceKinds';
import type { MeasureKey } from '@helioport/domain/measures';
import type { Energies } from '../../timeseries/query/energies.ts';

/** Name by which clients of the original service identify the single series of a producer. */
export const GENERATION = 'Power Generation';

export interface EnergyLine {
  measure: MeasureKey;
  name: string;
  /** Wh of a period; null if unknown. */
  of(span: Energies): number | null;
}

const energyLines: Partial<Record<MeasureKey, Omit<EnergyLine, 'measure'>>> = {
  energy: { name: GENERATION, of: ({ energyWh }) => energyWh },
  energyImported: { name: 'Imported', of: ({ importWh }) => importWh },
  energyExported: { name: 'Exported', of: ({ exportWh }) => exportWh },
  energyCharged: { name: 'Charged', of: ({ chargedWh }) => chargedWh },
  energyDischarged: { name: 'Discharged', of: ({ dischargedWh }) => dischargedWh },
};

const powerLines: Partial<Record<MeasureKey, { name: string }>> = {
  power: { name: GENERATION },
  gridPower: { name: 'Grid' },
  batteryPower: { name: 'Battery' },
};

const kindOf = (device: { kind: string }) => deviceKind(device.kind as DeviceKindKey);

/** Whether the device makes energy from the sun. */
export const isProducer = (device: { kind: string }): boolean => kindOf(device).isProducer;

/** Energies that a device counts, in the order in which they are shown; none for a gateway. */
export const energyLinesOf = (device: { kind: string }): EnergyLine[] =>
  kindOf(device).measures.flatMap((measure) => {
    const line = energyLines[measure];
    return line ? [{ measure, ...line }] : [];
  });

/** The power line of a device; undefined for a gateway. */
export const powerLineOf = (device: { kind: string }): { measure: MeasureKey; name: string } | undefined =>
  kindOf(device)
    .measures.flatMap((measure) => {
      const line = powerLines[measure];
      return line ? [{ measure, ...line }] : [];
    })
    .at(0);

/** Whether a device has a measurement. */
export const hasMeasure = (device: { kind: string }, measure: MeasureKey): boolean =>
  kindOf(device).measures.includes(measure);
