// Names of roles and menu entries in the language of the caller.
import { languageByCode } from '@helioport/domain/languages';
import { type RawBuilder, sql } from 'kysely';

const titled = (table: string, plain: string) => (languageCode: number) => {
  const webCode = languageByCode(languageCode)?.webCode ?? 'en';
  const titles = sql.ref(`${table}.title_locale`);
  return sql<string>`coalesce(${titles}->>${webCode}, ${titles}->>'en', ${sql.ref(`${table}.${plain}`)})`;
};

/** Of a role in a table called g. */
export const roleTitle: (languageCode: number) => RawBuilder<string> = titled('g', 'name');
/** Of a menu entry in a table called m. */
export const menuTitle: (languageCode: number) => RawBuilder<string> = titled('m', 'title');
