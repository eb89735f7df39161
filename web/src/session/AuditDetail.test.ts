import { alarm } from '@helioport/contract/alarm';
import english from '@helioport/locales/en.json';
import { expect, it, vi } from 'vitest';
import { detailText, linesOf } from './AuditDetail.tsx';
import { fieldWords } from './auditWords.ts';

it('shows of before and after only what differs', () => {
  const detail = { before: { name: 'a', scope: 'own' }, after: { name: 'b', scope: 'own' } };
  expect(linesOf(detail, 'role.update')).toEqual([{ field: 'name', before: 'a', after: 'b' }]);
});

it('shows anything else field by field, and nothing that is empty or for machines alone', () => {
  expect(linesOf({ added: ['x', 'y'], role: { from: 'A', to: 'B' }, city: '', id: 7 }, '')).toEqual([
    { field: 'added', after: 'x, y' },
    { field: 'role', before: 'A', after: 'B' },
  ]);
});

it('names numbers of modules and deleted photos otherwise than permissions', () => {
  expect(linesOf({ added: 8, removed: true }, '').map(({ field }) => field)).toEqual(['entered', 'deleted']);
});

it('writes the same as one text for files', () => {
  // Without the texts of a language each line is its key: as many as there are fields, and no JSON.
  const text = detailText({ alias: { from: 'A', to: 'B' }, unknownField: { deep: 'x' } }, '');
  expect(text.split('; ').length).toBe(2);
  expect(text).not.toMatch(/[{}"]/);
  expect(detailText({}, '')).toBe('');
});

it('has a text for every field of notification settings and layouts', () => {
  const settings = Object.keys(
    alarm.noticesSet.input.parse({ critical: 'now', major: 'now', minor: 'off' }) ?? {},
  );
  const written = settings.filter((field) => field !== 'renewSecret');
  for (const field of [...written, 'page', 'added', 'changed', 'deleted', 'zones', 'hasPicture']) {
    expect(fieldWords(field), field).not.toBe(field);
  }
});

it('shows the kind of an email, company, product or data source as text', async () => {
  // A copy of the modules, because the texts of the portal stay loaded for other tests.
  vi.resetModules();
  const { loadLater } = await import('../i18n.ts');
  const { detailText, linesOf } = await import('./AuditDetail.tsx');
  await loadLater('office', () => ({ '../../locales/en.json': async () => ({ default: english }) }));
  const kinds: [action: string, kind: string, text: string][] = [
    ['mail.read', 'offer', 'Plant transfer offered'],
    ['mail.read', 'alarmTest', 'Alarm email test'],
    ['company.create', 'installer', 'Installer'],
    ['product.create', 'microinverter', 'Microinverter'],
    ['feed.create', 'shelly', 'Shelly script'],
    ['mail.read', 'unknownKind', 'unknownKind'],
    ['device.edit', 'offer', 'offer'],
  ];
  for (const [action, kind, text] of kinds) {
    expect(linesOf({ kind }, action), action).toEqual([{ field: 'kind', after: text }]);
  }
  expect(linesOf({ before: { kind: 'dealer' }, after: { kind: 'installer' } }, 'company.update')).toEqual([
    { field: 'kind', before: 'Dealer', after: 'Installer' },
  ]);
  expect(detailText({ kind: 'report' }, 'mail.read')).toContain('Plant report');
  vi.resetModules();
});
