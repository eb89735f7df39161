// Fields of composite devices in responses of the portal.
import { z } from 'zod';

/** Accompanies every `sn` in device lists. Clients without support for composite devices see independent devices. */
export const partFields = {
  parent: z
    .string()
    .nullable()
    .describe('Extension: serial number of the composite device that this is a component of.'),
  part: z.string().describe("Extension: its role, such as `battery`; '' for an independent device."),
};
