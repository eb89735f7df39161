// Transfer of a plant: the owner offers it, and the new owner accepts it.
import { z } from 'zod';
import { email } from './account.ts';
import { type Contract, endpoint } from './endpoint.ts';
import { nothing } from './envelope.ts';
import { plantUpdateButton, pvPlantPage } from './grants.ts';
import { body, flag, neededText, sid, text } from './values.ts';

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
    output: z.object({
      email: z.string(),
      expiresAt: instant,
      link: z
        .string()
        .describe(
          'The link of the email, to pass on by other means. Works only for an account of this address.',
        ),
    }),
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
        .object({
          email: z.string(),
          offeredAt: instant,
          expiresAt: instant,
          emailState: z
            .enum(['sent', 'waiting', 'failed', 'kept'])
            .nullable()
            .describe(
              'Delivery of the email; kept: there is no mail server. null: the email has been deleted.',
            ),
        })
        .nullable()
        .describe('null: none, or a user known only to the owner.'),
    }),
  }),
  offers: endpoint({
    path: 'v2/site/offers',
    summary:
      'Plants currently offered to the address of the caller, if the address is confirmed, or was entered by the user who offers or by a portal administrator.',
    grant: pvPlantPage,
    input: body({}),
    output: z.object({
      list: z.array(
        z.object({
          sid: z.string(),
          siteName: z.string(),
          from: z.string(),
          isOwnerless: z.boolean().describe('The company that manages the plant assigns it.'),
          expiresAt: instant,
        }),
      ),
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
    summary:
      'Accepts or declines a plant offered to the caller, named by the token of the link or by its ID.',
    grant: pvPlantPage,
    writes: true,
    input: body({
      token: text(100).describe('From the link in the email. Empty: `sid` names the plant.'),
      sid: text(60).describe('ID of a plant in `v2/site/offers`, without a token.'),
      accepts: flag(false),
    }),
    output: z.object({ sid: z.string().describe("'' when declined.") }),
  }),
} satisfies Contract;
