import type { site } from '@helioport/contract/site';
import { handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { offerTo, siteToOffer } from './internal/assign.ts';

export default handler<typeof site.handOver>(async (call) => {
  const { input, me } = call;
  const plant = await siteToOffer(call, input.sid);
  if (plant.ownerId !== null && input.email === me.email.toLowerCase()) fail('site.isYours');
  return await offerTo(call, plant, input.email);
});
