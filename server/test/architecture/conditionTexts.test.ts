// The portal and the server use one sentence for a condition: every condition, in every language, with every way in which
// the language counts and tells since when.

import { type ConditionSummary, conditionSummaryKeys } from '@helioport/domain/conditionSummary';
import { languages } from '@helioport/domain/languages';
import { addDays } from '@helioport/domain/periods';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { conditionText } from '../../src/queries/conditionText.ts';

const TODAY = '2026-11-21';
const days = [null, ...[0, 1, 2, 3, 5, 14, 15, 40].map((ago) => addDays(TODAY, -ago))];
const counts = [1, 2, 5, 21, 22, 1_000_000];

const conditions: ConditionSummary[] = conditionSummaryKeys.flatMap((key) =>
  counts.flatMap((count) =>
    days.map((sinceDay): ConditionSummary => {
      const behind = key === 'gatewaysSilent' ? (count * 3) % 22 : 0;
      return { level: 'bad', key, count, behind, sinceDay, sns: [], code: key === 'faults' ? '4000' : null };
    }),
  ),
);

/** The portal's own function as a visit in that language has it. Named apart: the server imports nothing of the web. */
async function portalIn(webCode: string): Promise<(condition: ConditionSummary, today: string) => string> {
  vi.resetModules();
  vi.stubGlobal('document', { documentElement: {} });
  vi.stubGlobal('localStorage', { getItem: (key: string) => (key === 'helioport-session' ? null : webCode) });
  const web = (name: string): Promise<Record<string, never>> =>
    import(/* @vite-ignore */ new URL(`../../../web/src/${name}.ts`, import.meta.url).pathname);
  const i18n = (await web('i18n')) as unknown as Record<'startI18n' | 'loadShellWords', () => Promise<void>>;
  await i18n.startI18n();
  await i18n.loadShellWords();
  return (await web('components/pv/conditionText')).conditionText as unknown as typeof portalText;
}
declare const portalText: (condition: ConditionSummary, today: string) => string;

afterEach(() => vi.unstubAllGlobals());

describe('the sentence of a condition', () => {
  it.each(languages.map(({ webCode, code }) => [webCode, code] as const))(
    'is the same sentence on the server and in the portal: %s',
    async (webCode, code) => {
      const portal = await portalIn(webCode);
      const texts = conditions.map((condition) => conditionText(condition, TODAY, code));
      expect(texts).toEqual(conditions.map((condition) => portal(condition, TODAY)));
      // Sentences, not keys, with nothing left open.
      expect(texts.filter((text) => text === '' || /verdict\.|since\.|\{\{/.test(text))).toEqual([]);
      expect(new Set(texts).size).toBeGreaterThan(conditionSummaryKeys.length);
    },
  );

  it('differs from language to language', () => {
    const [condition] = conditions.filter(({ key, count }) => key === 'devicesMakeNothing' && count === 5);
    const texts = new Set(languages.map(({ code }) => conditionText(condition!, TODAY, code)));
    // American and British English are one.
    expect(texts.size).toBe(languages.length - 1);
  });
});
