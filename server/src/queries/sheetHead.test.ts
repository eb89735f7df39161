import { languages } from '@helioport/domain/languages';
import { expect, it } from 'vitest';
import { translate } from '../platform/texts.ts';
import { namesBatch, namesModel, namesSerial } from './sheetHead.ts';

it.each(languages.map(({ code, tag }) => [tag, code] as const))(
  'recognizes the columns by their names in the portal: %s',
  (_tag, code) => {
    expect(translate(code, 'site.field.sn')).toMatch(namesSerial);
    expect(translate(code, 'product.field.modelName')).toMatch(namesModel);
    expect(translate(code, 'serial.field.batch')).toMatch(namesBatch);
  },
);
