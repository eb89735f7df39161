// Which calls a personal access token can make at all, whatever its user may do. Rooms that are not listed are for
// sessions only: accounts, roles, companies, tokens, feeds, parameter approvals and the portal itself.
import { addressOf, type Endpoint } from './endpoint.ts';

const modules: ReadonlySet<string> = new Set([
  'overview',
  'site',
  'pv',
  'device',
  'alarm',
  'finding',
  'fleet',
  'case',
  'bdnz',
  'battery',
  'ksp',
  'gateway',
  'dashboard',
  'common',
]);

/** Calls of these rooms about access to plants, secrets of devices, personal settings and the portal itself. */
const sessionsOnly: readonly RegExp[] = [
  /^v2\/overview\/(health|clockIsRight|retentionLoss|setRetention)$/,
  /^v2\/site\/(handOver|handOverCancel|handOverPending|offer|offers|offerAnswer|publicPage|publicPageSet)$/,
  /^v2\/site\/(views|viewSave|viewDelete)$/,
  /^v1\/pv\/delete$/,
  /^v2\/alarm\/notices(\/|$)/,
  /^v2\/device\/download\//,
  /^v2\/gateway\/token(\/|$)/,
];

/** Writes that concern no existing plant: refused to tokens that are limited to plants. */
const beyondPlants: ReadonlySet<string> = new Set(['v2/site/createFast']);

/** Whether a token can make the call; `isLimited`: it names its plants. */
export function isForTokens({ path }: Endpoint, isLimited = false): boolean {
  const { room: module } = addressOf(path);
  if (!modules.has(module) || sessionsOnly.some((pattern) => pattern.test(path))) return false;
  return !isLimited || !beyondPlants.has(path);
}
