import type { common } from '@helioport/contract/common';
import { languages } from '@helioport/domain/languages';
import { handler } from '../../access/handler.ts';

export default handler<typeof common.lan>(async () => ({
  list: languages.map(({ title, webCode, code }) => ({ title, webCode, code })),
}));
