import { describe, expect, it } from 'vitest';
import { contracts } from './contracts.ts';
import { addressOf, type Contract } from './endpoint.ts';

const rooms: Record<string, Contract> = contracts;

describe('addressOf', () => {
  it.each([
    ['v2/sign-in', 'account', 'signIn'],
    ['v2/email-forget-password', 'account', 'emailForgetPassword'],
    ['v2/site/listWithSN', 'site', 'listWithSN'],
    ['v2/device/modules/page/add', 'device', 'modulesPageAdd'],
    ['v1/pv/sn/report/setUp', 'pv', 'snReportSetUp'],
    ['v2/overview/overview', 'overview', 'overview'],
  ])('%s is answered by %s/%s', (path, room, name) => {
    expect(addressOf(path)).toEqual({ room, name });
  });
});

describe('contracts', () => {
  const entries = Object.entries(rooms).flatMap(([room, calls]) =>
    Object.entries(calls).map(([name, entry]) => ({ room, name, entry })),
  );

  it.each(entries)('$room/$name has the name of its path', ({ room, name, entry }) => {
    expect(addressOf(entry.path)).toEqual({ room, name });
    expect(entry.summary).toMatch(/^[A-Z].*\.$/);
  });

  it('gives every address once', () => {
    const all = entries.flatMap(({ entry }) => [entry.path, ...entry.aliases]);
    expect(new Set(all).size).toBe(all.length);
  });
});
