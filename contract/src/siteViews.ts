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
  .describe('Which list; absent: plants.');

export const siteViews = {
  views: endpoint({
    path: 'v2/site/views',
    summary: "Saved filters of the caller's lists.",
    grant: signedIn,
    input: body({ list }),
    output: z.object({
      list: z.array(
        z.object({
          name: z.string(),
          query: z.string().describe('As in the address of the list: `country=DE&sort=specific30`.'),
        }),
      ),
    }),
  }),
  viewSave: endpoint({
    path: 'v2/site/viewSave',
    summary: 'Saves filters of a list under a name, replacing those with the same name.',
    grant: signedIn,
    writes: true,
    input: body({ list, name: neededText(60), query: text(1000) }),
    output: nothing,
  }),
  viewDelete: endpoint({
    path: 'v2/site/viewDelete',
    summary: 'Deletes saved filters of a list.',
    grant: signedIn,
    writes: true,
    input: body({ list, name: neededText(60) }),
    output: nothing,
  }),
} satisfies Contract;
