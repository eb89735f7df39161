// Filters of the list of plants that a person has given a name.
import { z } from 'zod';
import { type Contract, endpoint, signedIn } from './endpoint.ts';
import { noInput, nothing } from './envelope.ts';
import { body, neededText, text } from './values.ts';

/** Most that one person keeps. */
export const VIEWS_MAX = 50;

export const siteViews = {
  views: endpoint({
    path: 'v2/site/views',
    summary: 'Filters of the list of plants that the caller has given a name.',
    grant: signedIn,
    input: noInput,
    output: z.object({
      list: z.array(
        z.object({
          name: z.string(),
          query: z.string().describe('As the address of the list has it: `country=DE&sort=specific30`.'),
        }),
      ),
    }),
  }),
  viewSave: endpoint({
    path: 'v2/site/viewSave',
    summary: 'Gives filters of the list of plants a name; of the same name the newer ones stay.',
    grant: signedIn,
    writes: true,
    input: body({ name: neededText(60), query: text(1000) }),
    output: nothing,
  }),
  viewDelete: endpoint({
    path: 'v2/site/viewDelete',
    summary: 'Forgets named filters of the list of plants.',
    grant: signedIn,
    writes: true,
    input: body({ name: neededText(60) }),
    output: nothing,
  }),
} satisfies Contract;
