import type { account } from '@helioport/contract/account';
import { handler } from '../../access/handler.ts';
import { translate } from '../../platform/texts.ts';
import { isDemoOpen } from '../../repositories/demo.ts';
import { needsAdministrator } from '../../repositories/setup.ts';

export default handler<typeof account.setupState>(async ({ tx, lan, services }) => {
  const isOpen = await isDemoOpen(tx, services.config);
  const logins = isOpen ? services.demoLogins : [];
  return {
    needed: await needsAdministrator(tx, services.config),
    demo: isOpen,
    demoLogins: logins.map(({ email, role }) => ({ email, label: translate(lan, `role.${role}`) })),
  };
});
