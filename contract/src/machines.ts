// Machines of several trades, as answers of ours tell of them.
import { z } from 'zod';

/** Beside every `sn` in lists of devices. Clients that know no machines see devices that stand for themselves. */
export const partFields = {
  parent: z.string().nullable().describe('Ours: sn of the machine that this is a part of.'),
  part: z.string().describe("Ours: which part of it, such as `battery`; '' for what stands for itself."),
};
