import { describe, expect, it } from 'vitest';
import { type PageHandle, safeRedirect } from '../paths.ts';
import { awayFromShell, insteadOfForbidden, isOfAncestor, mayEnter, onwardFromLogin } from './guard.ts';

const anonymous = { token: '', pages: [] };
const owner = { token: 't', pages: ['pvPlant'] };
const at = (fullPath: string) => ({ path: fullPath.split('?')[0] ?? '', fullPath });

describe('the guard', () => {
  it('sends old addresses to login, even with a token', () => {
    expect(isOfAncestor(at('/pv_manager/home'))).toBe(true);
    expect(awayFromShell(at('/i.php'), owner)).toBe('/');
    expect(isOfAncestor(at('/pvPlant'))).toBe(false);
  });

  it('sends the signed-in away from login, to the plants', () => {
    expect(onwardFromLogin(owner)).toBe('/pvPlant');
    expect(onwardFromLogin(anonymous)).toBeNull();
  });

  it('sends strangers to login and remembers the whole path', () => {
    expect(awayFromShell(at('/pvPlant/detail?id=DE_1&tab=energy'), anonymous)).toBe(
      '/?redirect=%2FpvPlant%2Fdetail%3Fid%3DDE_1%26tab%3Denergy',
    );
    expect(awayFromShell(at('/pvPlant'), owner)).toBeNull();
  });

  it('opens a page by its own name, or by its parent alone when it has one', () => {
    const page = (handle: Partial<PageHandle>): PageHandle => ({ name: 'x', ...handle });
    expect(mayEnter(page({ name: 'pvPlant' }), at('/x'), owner)).toBe(true);
    expect(mayEnter(page({ name: 'detail', parent: 'pvPlant' }), at('/x'), owner)).toBe(true);
    expect(mayEnter(page({ name: 'pvPlant', parent: 'users' }), at('/x'), owner)).toBe(false);
    expect(mayEnter(page({ name: 'users' }), at('/x'), owner)).toBe(false);
    expect(mayEnter(page({ name: 'ucenter', needsNoPermission: true }), at('/x'), anonymous)).toBe(true);
    expect(mayEnter(undefined, at('/x'), owner)).toBe(false);
  });

  it('asks for the page that the parameters need as well', () => {
    const list: PageHandle = {
      name: 'pvPlant',
      alsoNeeds: (search) => (search.get('view') === 'map' ? 'pvPlantMap' : undefined),
    };
    expect(mayEnter(list, at('/pvPlant?view=list'), owner)).toBe(true);
    expect(mayEnter(list, at('/pvPlant?view=map'), owner)).toBe(false);
    const reader = { token: 't', pages: ['pvPlant', 'pvPlantMap'] };
    expect(mayEnter(list, at('/pvPlant?view=map'), reader)).toBe(true);
    expect(mayEnter(list, at('/pvPlant?view=map'), { token: 't', pages: ['pvPlantMap'] })).toBe(false);
  });

  it('begins a visit at the first page of the menu where the role has no plants', () => {
    expect(insteadOfForbidden(at('/pvPlant'), '/health')).toBe('/health');
    expect(insteadOfForbidden(at('/users'), '/health')).toBeNull();
    expect(insteadOfForbidden(at('/pvPlant?view=map'), '/health')).toBeNull();
    expect(insteadOfForbidden(at('/pvPlant'), undefined)).toBeNull();
  });

  it('follows a redirect only within the portal', () => {
    expect(safeRedirect('/pvPlant/detail?id=1')).toBe('/pvPlant/detail?id=1');
    for (const foreign of [
      null,
      '',
      '/',
      '//evil.test',
      '/\\evil.test',
      'https://evil.test',
      'javascript:1',
    ]) {
      expect(safeRedirect(foreign)).toBe('/pvPlant');
    }
  });
});
