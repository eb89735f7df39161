// What a serial number says about the product behind it.
import { z } from 'zod';
import { type Contract, endpoint } from './endpoint.ts';
import { pvPlantPage } from './grants.ts';
import { body, listOf, sn } from './values.ts';

/** Something a product can do: 1 network config, 5 parameter settings, 7 power switch; and over which ways. */
const productFunction = z
  .object({
    func_id: z.number().int(),
    func_name: z.string(),
    signal_mqtt: z.boolean(),
    signal_bluetooth: z.boolean(),
    signal_at: z.boolean(),
    signal_ap: z.boolean(),
  })
  .meta({ id: 'ProductFunction' });

export const product = {
  snInfo: endpoint({
    path: 'v2/product/sn/info',
    summary: 'Model and capabilities behind serial numbers, and whether each is already in a plant.',
    grant: pvPlantPage,
    input: body({ sn: listOf(sn, 100) }),
    output: z.object({
      list: z.array(
        z.object({
          sn: z.string(),
          model: z.number().int(),
          modelName: z.string(),
          funcList: z.array(productFunction),
          is_exist: z.boolean(),
        }),
      ),
    }),
  }),
} satisfies Contract;
