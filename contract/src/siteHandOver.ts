// Transfer of a plant: the owner offers it, and the new owner accepts it.
import { z } from 'zod';
import { email } from './account.ts';
import { type Contract, endpoint } from './endpoint.ts';
import { nothing } from './envelope.ts';
import { plantUpdateButton, pvPlantPage } from './grants.ts';
import { body, flag, neededText, sid } from './values.ts';

const instant = z.number().int().describe('Milliseconds since 1970.');
const token = neededText(100).describe('From the link in the email.');

export const siteHandOver = {
  handOver: endpoint({
    path: 'v2/site/handOver',
    summary:
      'Offers a plant to a new owner, who receives an email with a link and owns the plant once they accept. For its owner or, if it has none, for those who manage it.',
    grant: plantUpdateButton,
    writes: true,
    input: body({ sid, email }),
    output: z.object({ email: z.string(), expiresAt: instant }),
  }),
  handOverCancel: endpoint({
    path: 'v2/site/handOverCancel',
    summary: 'Withdraws the offer of a plant.',
    grant: plantUpdateButton,
    writes: true,
    input: body({ sid }),
    output: nothing,
  }),
  handOverPending: endpoint({
    path: 'v2/site/handOverPending',
    summary: 'The user a plant is currently offered to.',
    grant: pvPlantPage,
    input: body({ sid }),
    output: z.object({
      isOwner: z.boolean().describe('The caller can offer it.'),
      isOwnerless: z.boolean().describe('It has no owner yet: its company assigns it to a customer.'),
      offer: z
        .object({ email: z.string(), offeredAt: instant, expiresAt: instant })
        .nullable()
        .describe('null: none, or a user known only to the owner.'),
    }),
  }),
  offer: endpoint({
    path: 'v2/site/offer',
    summary: 'The plant offered to the caller by a link, and who offers it.',
    grant: pvPlantPage,
    input: body({ token }),
    output: z.object({
      siteName: z.string(),
      from: z.string(),
      isOwnerless: z.boolean().describe('The company that manages the plant assigns it.'),
      expiresAt: instant,
    }),
  }),
  offerAnswer: endpoint({
    path: 'v2/site/offerAnswer',
    summary: 'Accepts or declines a plant offered to the caller.',
    grant: pvPlantPage,
    writes: true,
    input: body({ token, accepts: flag(false) }),
    output: z.object({ sid: z.string().describe("'' when declined.") }),
  }),
} satisfies Contract;
