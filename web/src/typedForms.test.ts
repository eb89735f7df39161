// Checks that no input is lost: a form stores unsaved input across reloads and asks before leaving, or is listed here
// with the reason why it need not.
import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const sources = fs
  .readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter(
    (name) =>
      name.endsWith('.tsx') &&
      !name.endsWith('.test.tsx') &&
      /^(features|components\/pv|app|session)\//.test(name),
  );

/** A short question in a dialog: closing it asks first, and a reload closes it. */
const QUESTION = 'a question in a window';

const excused: Readonly<Record<string, string>> = {
  'features/account/PasswordDialog.tsx': 'passwords are kept nowhere',
  'features/alarm/AlarmActions.tsx': QUESTION,
  'features/auth/DeleteMenuDialog.tsx': QUESTION,
  'features/auth/DeleteRoleDialog.tsx': QUESTION,
  'features/auth/ViewAsDialog.tsx': QUESTION,
  'features/configuration/sets/ApplyPage.tsx': 'its field seeks devices; what is chosen is in the address',
  'features/device/ClaimDialog.tsx': QUESTION,
  'features/device/detail/BehindPanel.tsx': QUESTION,
  'features/device/detail/BlackListDialog.tsx': QUESTION,
  'components/pv/device/EditDeviceDialog.tsx': QUESTION,
  'components/pv/device/TypedSnDialog.tsx': QUESTION,
  'features/device/composite/FirmwarePanel.tsx': 'nothing is typed into it',
  'features/fleet/CaseActions.tsx': QUESTION,
  'features/fleet/CaseVisits.tsx': QUESTION,
  'features/product/BdmPasswordPage.tsx': 'one serial, which is typed to be looked up',
  'features/product/DeleteProductDialog.tsx': QUESTION,
  'features/product/EnterDialog.tsx': QUESTION,
  'features/product/IssueDialog.tsx': QUESTION,
  'features/product/SnBar.tsx': QUESTION,
  'features/site/cloudImport/CloudLogin.tsx': 'passwords are kept nowhere',
  'features/site/layout/editor/PagePanel.tsx': 'each field is saved when it is left',
  'features/site/overview/ReplaceDialog.tsx': QUESTION,
  'features/site/settings/DeleteSiteDialog.tsx': QUESTION,
  'features/site/settings/HandOverPanel.tsx':
    'one address, and handing over is not to be resumed by a reload',
  'features/user/DeleteCompanyDialog.tsx': QUESTION,
  'features/user/DeleteUserDialog.tsx': QUESTION,
  'features/user/ViewAsPersonDialog.tsx': QUESTION,
  'session/DeleteDialog.tsx': 'nothing is typed into it',
  'components/pv/bulk/BulkDialog.tsx': QUESTION,
};

/** How many arguments each call of a function in a source has. */
function argumentsOf(source: string, called: RegExp): number[] {
  return [...source.matchAll(called)].map(({ index, 0: head }) => {
    let [depth, count, sinceComma] = [1, 0, ''];
    for (let i = index + head.length; depth > 0 && i < source.length; i++) {
      const sign = source[i] ?? '';
      if (/[([{]/.test(sign)) depth++;
      if (/[)\]}]/.test(sign)) depth--;
      if ((sign === ',' && depth === 1) || depth === 0) {
        if (sinceComma.trim() !== '') count++;
        sinceComma = '';
      } else sinceComma += sign;
    }
    return count;
  });
}

/** Whether a source has typed fields that are sent, or a draft, and no name to keep it under. */
const losesTyped = (source: string): boolean => {
  if (/\buseTyped\(/.test(source)) return false;
  const drafts = argumentsOf(source, /\buseDraft(<[^(]*>)?\(/g);
  const isNameless = /\bundefined,\s*(fieldRules\(|rules\b)/.test(source);
  if (drafts.length > 0) return isNameless || drafts.some((count) => count < 3);
  return /<(TextField|AreaField|NumberBox|Input(\.\w+)?)\b/.test(source) && /\buseWrite\(/.test(source);
};

it('keeps what is typed, in every form that is not excused', () => {
  const found = sources.filter((name) =>
    losesTyped(fs.readFileSync(path.join(import.meta.dirname, name), 'utf8')),
  );
  expect(found.sort()).toEqual(Object.keys(excused).sort());
});

it('finds a form that does not', () => {
  const write = 'const send = useWrite(site.update);';
  expect(losesTyped(`${write} return <TextField label="Name" value={name} />;`)).toBe(true);
  expect(losesTyped("useDraft<Draft>(startOf(one, 2), ({ name }) => ({ name: t('a', { name }) }),)")).toBe(
    true,
  );
  expect(losesTyped("useDraft<Draft>(startOf(one, 2), undefined, `one-${one?.id ?? ''}`)")).toBe(false);
  const rules = 'fieldRules(site.update)';
  expect(losesTyped(`useDraft({ name: '' }, undefined, undefined, ${rules})`)).toBe(true);
  expect(losesTyped(`useDraft({ name: '' }, undefined, 'name', ${rules})`)).toBe(false);
  expect(losesTyped(`${write} return <Select value={name} />;`)).toBe(false);
});

/** Whether a form binds texts without a length and has no rules of a call, so that they are cut to the usual length. */
const lacksRules = (source: string): boolean =>
  argumentsOf(source, /\buseDraft(<[^(]*>)?\(/g).some((count) => count < 4) &&
  /\.text\('\w+'\)/.test(source) &&
  !/\bfieldRules\(/.test(source);

it('validates texts by the rules of the call that saves them', () => {
  expect(
    sources.filter((name) => lacksRules(fs.readFileSync(path.join(import.meta.dirname, name), 'utf8'))),
  ).toEqual([]);
  const field = "return <TextField {...form.text('name')} />;";
  expect(lacksRules(`const form = useDraft({ name: '' }, undefined, 'role'); ${field}`)).toBe(true);
  expect(
    lacksRules(`const form = useDraft({ name: '' }, undefined, 'role', fieldRules(a.b)); ${field}`),
  ).toBe(false);
});
