import { describe, expect, it } from 'vitest';
import { anonymous, roleNameOf } from './me.ts';

describe('roleNameOf', () => {
  const me = { ...anonymous, groupName: 'End User', groupTitles: { en: 'End user', ja: 'エンドユーザー' } };

  it.each([
    [9, 'エンドユーザー'],
    [6, 'End User'],
    [7, 'End User'],
    [1, 'End User'],
    [99, 'End User'],
  ])('names the role in the language %d', (code, name) => expect(roleNameOf(me, code)).toBe(name));
});
