// The mapping of a feed for values that programs send without known names. Pure.
import { feedMeaning, feedPartMeaning } from '../feeds/values.ts';

/** Longest mapping. */
const MAPPING_MAX = 600;

/** The name of a value of a node; '' skips it, undefined: not mapped. */
export type EmoncmsMapping = (node: string, key: string) => string | undefined;

const lower = (text: string) => text.trim().toLowerCase();

/** The start of a part up to its first `:`, which names the node; '' means every node. */
function nodeAndEntries(part: string): [node: string, entries: string] {
  const at = part.indexOf(':');
  return at < 0 ? ['', part] : [lower(part.slice(0, at)), part.slice(at + 1)];
}

/**
 * Reads `pv_power, pv_energy` (by position), `power1=grid_power` (by name), and `10: pv_power; 11: grid_power` (by
 * node). `-` skips a value. Returns the text that is not valid.
 */
export function readMapping(text: string): EmoncmsMapping | { bad: string } {
  const byNode = new Map<string, Map<string, string>>();
  for (const part of text.slice(0, MAPPING_MAX).split(';')) {
    if (part.trim() === '') continue;
    const [node, entries] = nodeAndEntries(part);
    const names = byNode.get(node) ?? new Map<string, string>();
    byNode.set(node, names);
    for (const [i, entry] of entries.split(',').entries()) {
      const [key = '', given] = entry.includes('=') ? entry.split('=') : [String(i + 1), entry];
      const name = lower(given ?? '');
      const isSkipped = name === '-' || name === '';
      if (lower(key) === '' || !(isSkipped || feedMeaning(name) || feedPartMeaning(name)))
        return { bad: entry.trim().slice(0, 60) };
      names.set(lower(key), isSkipped ? '' : name);
    }
  }
  return (node, key) => byNode.get(lower(node))?.get(lower(key)) ?? byNode.get('')?.get(lower(key));
}
