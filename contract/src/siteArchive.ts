// Archive of a plant: everything that the portal holds of it in one file.
import { z } from 'zod';
import { type Contract, endpoint } from './endpoint.ts';
import { plantUpdateButton } from './grants.ts';
import { body, sid } from './values.ts';

export const siteArchive = {
  archive: endpoint({
    path: 'v2/site/archive',
    summary:
      'Address of the archive of a plant with its readings, totals, alarms, findings, settings, layout, devices, cases, documents, pictures and users, as tar.gz. For users who can edit the plant; the download must begin within one minute.',
    grant: plantUpdateButton,
    writes: true,
    input: body({ sid }),
    output: z.object({
      address: z.string().describe('Path on the portal, valid for one minute.'),
      devices: z.number().int(),
      days: z.number().int().describe('Days with totals.'),
    }),
  }),
} satisfies Contract;
