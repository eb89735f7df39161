// Checks that the rules of a call in the contract reach the fields of a form.
import { endpoint, signedIn } from '@helioport/contract/endpoint';
import { fieldRules } from '@helioport/contract/fieldRules';
import { body, neededText, text, whole } from '@helioport/contract/values';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { TextField } from '../components/form/FormFields.tsx';
import { ruleErrors } from '../components/form/ruleErrors.ts';
import { useDraft } from './useDraft.ts';

const planted = (longest: number) =>
  endpoint({
    path: 'v2/planted/call',
    summary: '',
    grant: signedIn,
    writes: true,
    input: body({
      name: neededText(longest),
      note: text(40),
      code: z.string().regex(/^\d+$/),
      year: whole(1990, 2100),
    }),
    output: z.object({}),
  });

function Form({ longest }: { longest: number }) {
  const form = useDraft({ name: 'Roof' }, undefined, undefined, fieldRules(planted(longest)));
  return <TextField {...form.text('name')} label="Name" />;
}

it('takes the length of a field from the contract', () => {
  expect(renderToStaticMarkup(<Form longest={7} />)).toContain('maxLength="7"');
  expect(renderToStaticMarkup(<Form longest={31} />)).toContain('maxLength="31"');
});

it('rejects what the contract rejects', () => {
  const wrong = (draft: object) =>
    Object.entries(ruleErrors(draft, fieldRules(planted(7)))).flatMap(([name, words]) =>
      words ? [name] : [],
    );
  expect(wrong({ name: 'Roof', note: '', code: '12', year: '2026', own: '' })).toEqual([]);
  expect(wrong({ name: ' ', note: 'x'.repeat(41), code: 'a', year: '1989' })).toEqual([
    'name',
    'note',
    'code',
    'year',
  ]);
  expect(wrong({ name: 'Long name', year: '2000.5' })).toEqual(['name', 'year']);
});
