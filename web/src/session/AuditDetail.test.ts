import { expect, it } from 'vitest';
import { linesOf } from './AuditDetail.tsx';

it('shows of before and after only what differs', () => {
  const detail = { before: { name: 'a', scope: 'own' }, after: { name: 'b', scope: 'own' } };
  expect(linesOf(detail)).toEqual([{ field: 'name', before: 'a', after: 'b' }]);
});

it('shows anything else field by field, and nothing that is empty or for machines alone', () => {
  expect(linesOf({ added: ['x', 'y'], role: { from: 'A', to: 'B' }, city: '', id: 7 })).toEqual([
    { field: 'added', after: 'x, y' },
    { field: 'role', before: 'A', after: 'B' },
  ]);
});
