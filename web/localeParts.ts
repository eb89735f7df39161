// Splits the texts of a language, because the login page needs only a few dozen of several thousand. `de.json?entry`
// contains those of the public pages, `de.json?shell` those of frame, lists and plants, `de.json?screens` those of
// most other screens, `de.json?office` those of administration pages, and `de.json?linked` those of public pages
// reached only by links. Translators still edit one file per language.
import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';

const entryPrefixes = [
  'register.',
  'forget.',
  'password.',
  'verify.',
  'public.',
  'login.',
  'setup.',
  'request.',
  'theme.',
  'language.',
  'kiosk.',
];
/** Texts used only by the server. */
const serverPrefixes = [
  'advice.',
  'commission.',
  'failure.',
  'update.',
  'weather.',
  'api.',
  'time.',
  'role.',
  'mail.',
  'hardware.',
  'entered.',
  'finding.sentence.',
  'finding.less.',
  'finding.subject.',
  'finding.cost.',
  'finding.recommendation.',
];
/** Texts used only by lazily loaded screens and windows: loaded with them. */
const screenPrefixes = [
  'layout.',
  'playback.',
  'parameter.',
  'event.',
  'alarm.',
  'notice.',
  'command.',
  'machine.',
  'device.act.',
  'device.detail.',
  'device.frame.',
  'device.list.',
  'device.module.',
  'device.unregistered.',
  'brand.',
  'case.',
  'site.bulk.',
  'site.edit.',
  'site.history.',
  'site.report.',
  'site.serials.',
  'site.prices.',
  'site.delete.',
  'site.commission.',
  'site.handOver.',
  'site.public.',
  'site.replace.',
  'documentation.',
  'ota.',
  'file.',
  'dashboard.',
  'finding.',
  'fleet.',
  'product.',
  'scan.',
  'groupAccess.',
  'co2.',
  'auth.',
  'audit.',
  'changeLog.',
  'company.',
  'fault.',
  'feed.',
  'form.wrongFormat',
  'imports.',
  'influx.',
  'productFunction.',
  'user.',
  'token.',
  'calendar.',
  'widget.',
  'account.',
  'site.modules.',
  'site.files.',
  'site.assign.',
  'site.archive.',
  'site.month.',
  'site.year.',
  'device.frames.',
  'device.claim.',
  'device.field.',
  'webhook.',
  'cloud.',
];

/**
 * Texts of firmware campaigns, health, outbox, parameter sets, serial numbers and account closure: loaded with their
 * screens.
 */
const officePrefixes = ['campaign.', 'health.', 'outbox.', 'parameterSet.', 'serial.', 'unsubscribe.'];

/** Texts of pages reached by links in emails or page footers: loaded with those pages (src/app/linkedPages.ts). */
const linkedPrefixes = ['reset.', 'privacy.', 'reportEnd.', 'alarmMail.'];

/** Also used by the frame, whose menu and search list pages and actions, and by the filters of the plant list. */
const framePrefixes = [
  'account.changePassword',
  'account.switchCompany',
  'account.tab.',
  'account.unsubscribe',
  'user.create.open',
  'user.field.country',
  'user.filter.anyCountry',
  'user.filter.more',
  'auth.role.new',
  'auth.menu.new',
  'company.create.open',
  'health.concern.',
  'health.look',
];

/** Also used by the plant overview, which renders early, although their prefixes belong to later parts. */
const overviewPrefixes = [
  'event.title',
  'parameter.title',
  'ota.forced',
  'site.edit.settings',
  'site.edit.planeNumber',
  'site.replace.act',
  'site.replace.open',
  'site.replace.retired',
  'site.replace.toHistory',
  'site.replace.undo',
];

/** The part of a text: public pages, frame, later screens, administration, pages behind links, or server only. */
export const partOf = (key: string): 'entry' | 'shell' | 'screens' | 'office' | 'linked' | 'server' => {
  if (serverPrefixes.some((prefix) => key.startsWith(prefix))) return 'server';
  if ([...framePrefixes, ...overviewPrefixes].some((prefix) => key.startsWith(prefix))) return 'shell';
  // A verdict contains the title of a fault; the map shows severities.
  if (/^fault\.[0-9a-f]{4}\.title$|^event\.severity\./.test(key)) return 'shell';
  if (officePrefixes.some((prefix) => key.startsWith(prefix))) return 'office';
  if (linkedPrefixes.some((prefix) => key.startsWith(prefix))) return 'linked';
  if (screenPrefixes.some((prefix) => key.startsWith(prefix))) return 'screens';
  return entryPrefixes.some((prefix) => key.startsWith(prefix)) ? 'entry' : 'shell';
};

/** Vite plugin that answers `<language>.json?entry`, `?shell`, `?screens`, `?office` and `?linked` with that part of the file. */
export function localeParts(): Plugin {
  return {
    name: 'helioport-locale-parts',
    enforce: 'pre',
    async load(id) {
      const match = /^(.*\/locales\/\w+\.json)\?(entry|shell|screens|office|linked)$/.exec(id);
      const [, file, part] = match ?? [];
      if (file === undefined) return null;
      this.addWatchFile(file);
      const words = Object.entries(JSON.parse(await readFile(file, 'utf8')) as Record<string, string>);
      const chosen = Object.fromEntries(words.filter(([key]) => partOf(key) === part));
      return { code: `export default ${JSON.stringify(chosen)};`, moduleType: 'js' };
    },
  };
}
