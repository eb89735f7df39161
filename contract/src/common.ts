// What everybody may know before signing in: the languages and the brand.
import { z } from 'zod';
import { type Contract, endpoint, open } from './endpoint.ts';
import { noInput } from './envelope.ts';

export const common = {
  lan: endpoint({
    path: 'v1/common/lan',
    summary: 'The languages of the portal.',
    grant: open,
    input: noInput,
    output: z.object({
      list: z.array(z.object({ title: z.string(), webCode: z.string(), code: z.number().int() })),
    }),
  }),
  brand: endpoint({
    path: 'v1/common/brand',
    summary: 'Name, mail, logo and switches of the brand under which the portal runs.',
    grant: open,
    input: noInput,
    output: z.object({
      id: z.number().int(),
      name: z.string(),
      company: z.string(),
      supportMail: z.string(),
      logo: z.string().describe("Address of the picture; '' is the built-in one."),
      siderTheme: z.enum(['dark', 'light']),
      openRegistration: z.boolean(),
      maintenance: z.boolean(),
    }),
  }),
} satisfies Contract;
