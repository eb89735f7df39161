// Figures of a composite device, in the form of the figures of a device.
import { z } from 'zod';
import { statisticsOverview } from './deviceAnswers.ts';
import { deviceKind, stateNow } from './now.ts';

const amount = z.number().nullable();

const flow = z
  .object({
    pv: amount.describe('W.'),
    grid: amount.describe('W, + import.'),
    battery: amount.describe('W, + discharging.'),
    home: amount.describe('W, as measured, else calculated from the others; null without a meter.'),
    soc: amount.describe('State of charge in percent.'),
  })
  .meta({ id: 'MachineFlow' });

const ofPhase = {
  addr: z.number().int().describe('Number from 1.'),
  part: z.string().describe("Component that measured it; '' for the device itself."),
  voltage: amount.describe('V.'),
  current: amount.describe('A.'),
  power: amount.describe('W.'),
};

export const compositeOverview = statisticsOverview
  .extend({
    sid: z.string(),
    sn: z.string(),
    siteName: z.string(),
    alias: z.string(),
    timezone: z.string(),
    kind: deviceKind,
    ...stateNow,
    flow,
    phases: z.array(z.object(ofPhase)).describe('L1 to L3 of each component that reports them.'),
    inputs: z.array(z.object(ofPhase)).describe('DC inputs.'),
    frequency: amount.describe('Hz.'),
    temperature: amount.describe('°C.'),
    online: z.boolean().nullable().describe('Connected, by its own status message; null: never reported.'),
    firmware: z.string(),
  })
  .meta({ id: 'MachineOverview' });

export const storageStatistics = statisticsOverview
  .extend({
    soc: amount.describe('State of charge in percent.'),
    efficiency: amount.describe(
      'Discharged energy in percent of charged energy over the lifetime; null below 1 kWh.',
    ),
  })
  .meta({ id: 'StorageStatistics' });
