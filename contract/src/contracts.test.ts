import { describe, expect, it } from 'vitest';
import { contracts } from './contracts.ts';
import { addressOf, type Contract } from './endpoint.ts';

const modules: Record<string, Contract> = contracts;

describe('addressOf', () => {
  it.each([
    ['v2/sign-in', 'account', 'signIn'],
    ['v2/email-forget-password', 'account', 'emailForgetPassword'],
    ['v2/site/listWithSN', 'site', 'listWithSN'],
    ['v2/device/modules/page/add', 'device', 'modulesPageAdd'],
    ['v1/pv/sn/report/setUp', 'pv', 'snReportSetUp'],
    ['v2/overview/overview', 'overview', 'overview'],
  ])('%s is answered by %s/%s', (path, module, name) => {
    expect(addressOf(path)).toEqual({ room: module, name });
  });
});

describe('contracts', () => {
  const entries = Object.entries(modules).flatMap(([module, calls]) =>
    Object.entries(calls).map(([name, entry]) => ({ room: module, name, entry })),
  );

  it.each(entries)('$room/$name has the name of its path', ({ room: module, name, entry }) => {
    expect(addressOf(entry.path)).toEqual({ room: module, name });
    expect(entry.summary).toMatch(/^[A-Z].*\.$/);
  });

  it('gives every address once', () => {
    const all = entries.flatMap(({ entry }) => [entry.path, ...entry.aliases]);
    expect(new Set(all).size).toBe(all.length);
  });
});
