// Machines of several trades, as answers of ours tell of them.
import { z } from 'zod';

/** Beside every `sn` in lists of devices. Clients that know no machines see devices that stand for themselves. */
export const partFields = {
  parent: z
    .string()
    .nullable()
    .describe('Extension: serial number of the composite device that this is a component of.'),
  part: z.string().describe("Extension: its role, such as `battery`; '' for an independent device."),
};
