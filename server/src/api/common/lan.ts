import type { common } from '@helioport/contract/common';
import { languages } from '@helioport/domain/languages';
import type { Handler } from '../../access/handler.ts';

const lan: Handler<typeof common.lan> = async () => ({
  list: languages.map(({ title, webCode, code }) => ({ title, webCode, code })),
});

export default lan;
