// Filters of a list that a person has given a name.
import { z } from 'zod';
import { type Contract, endpoint, signedIn } from './endpoint.ts';
import { nothing } from './envelope.ts';
import { body, neededText, text } from './values.ts';

/** Most that one person keeps of a list. */
export const VIEWS_MAX = 50;

const list = z
  .enum(['sites', 'devices', 'fleet', 'cases', 'findings'])
  .nullish()
  .transform((raw) => raw ?? 'sites')
  .describe('Which list; absent: that of plants.');

export const siteViews = {
  views: endpoint({
    path: 'v2/site/views',
    summary: 'Filters of a list that the caller has given a name.',
    grant: signedIn,
    input: body({ list }),
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
    summary: 'Gives filters of a list a name; of the same name the newer ones stay.',
    grant: signedIn,
    writes: true,
    input: body({ list, name: neededText(60), query: text(1000) }),
    output: nothing,
  }),
  viewDelete: endpoint({
    path: 'v2/site/viewDelete',
    summary: 'Forgets named filters of a list.',
    grant: signedIn,
    writes: true,
    input: body({ list, name: neededText(60) }),
    output: nothing,
  }),
} satisfies Contract;
