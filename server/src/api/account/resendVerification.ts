import type { account } from '@helioport/contract/account';
import { handler } from '../../access/handler.ts';
import { mayRequestMail } from '../../repositories/mailRequests.ts';
import { sendLink } from './internal/sendLink.ts';

export default handler<typeof account.resendVerification>(async ({ input, tx, now, services }) => {
  if (!(await mayRequestMail(tx, { email: input.email, kind: 'verify', now }))) return {};
  const { publicUrl } = services.config;
  await sendLink(tx, { email: input.email, purpose: 'verify', publicUrl, now });
  return {};
});
