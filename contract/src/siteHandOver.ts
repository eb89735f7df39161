// A plant goes from its owner to another one: he offers it, the other one takes it.
import { z } from 'zod';
import { email } from './account.ts';
import { type Contract, endpoint } from './endpoint.ts';
import { nothing } from './envelope.ts';
import { plantUpdateButton, pvPlantPage } from './grants.ts';
import { body, flag, neededText, sid } from './values.ts';

const instant = z.number().int().describe('Milliseconds since 1970.');
const token = neededText(100).describe('From the link of the mail.');

export const siteHandOver = {
  handOver: endpoint({
    path: 'v2/site/handOver',
    summary:
      'Offers a plant to a new owner, who gets an email with a link and owns the plant once they accept. For its owner; while it has none, for those who manage it.',
    grant: plantUpdateButton,
    writes: true,
    input: body({ sid, email }),
    output: z.object({ email: z.string(), expiresAt: instant }),
  }),
  handOverCancel: endpoint({
    path: 'v2/site/handOverCancel',
    summary: 'Takes the offer of a plant back.',
    grant: plantUpdateButton,
    writes: true,
    input: body({ sid }),
    output: nothing,
  }),
  handOverPending: endpoint({
    path: 'v2/site/handOverPending',
    summary: 'To whom a plant is offered at the moment.',
    grant: pvPlantPage,
    input: body({ sid }),
    output: z.object({
      isOwner: z.boolean().describe('The caller may offer it.'),
      isOwnerless: z.boolean().describe('It has no owner yet: its company assigns it to a customer.'),
      offer: z
        .object({ email: z.string(), offeredAt: instant, expiresAt: instant })
        .nullable()
        .describe('null: to nobody, or to somebody of whom only the owner knows.'),
    }),
  }),
  offer: endpoint({
    path: 'v2/site/offer',
    summary: 'Which plant is offered to the caller by a link, and by whom.',
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
    summary: 'Takes a plant that is offered to the caller, or declines it.',
    grant: pvPlantPage,
    writes: true,
    input: body({ token, accepts: flag(false) }),
    output: z.object({ sid: z.string().describe("'' when declined.") }),
  }),
} satisfies Contract;
