import type { brand } from '@helioport/contract/brand';
import { handler } from '../../access/handler.ts';
import { changeBrand } from './internal/change.ts';

export default handler<typeof brand.update>(async ({ input, ...call }) => {
  await changeBrand(call, input.id, (before) => ({
    ...before,
    name: input.name ?? before.name,
    company: input.company ?? before.company,
    supportMail: input.supportMail ?? before.supportMail,
    siderTheme: input.siderTheme ?? before.siderTheme,
    openRegistration: input.openRegistration ?? before.openRegistration,
    maintenance: input.maintenance ?? before.maintenance,
    hosts: [...new Set(input.hosts ?? before.hosts)],
    privacyPolicy:
      input.privacyPolicy === null || input.privacyPolicy === undefined
        ? before.privacyPolicy
        : plain(input.privacyPolicy),
    appStoreUrl: input.appStoreUrl ?? before.appStoreUrl,
    playStoreUrl: input.playStoreUrl ?? before.playStoreUrl,
  }));
  return {};
});

/** Text without control characters, its lines ended alike. It is never read as HTML, so tags in it are just letters. */
const plain = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim();
