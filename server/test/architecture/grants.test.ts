import fs from 'node:fs';
import { contracts } from '@helioport/contract/contracts';
import { button, endpoint, module } from '@helioport/contract/endpoint';
import { noInput, nothing } from '@helioport/contract/envelope';
import { describe, expect, it } from 'vitest';
import { type MenuSeed, menuTree } from '../../seed/menuTree.ts';
import { flat, openingNothing, ungivable, ungroundedModules } from './grants.ts';

const web = new URL('../../../web/src/', import.meta.url);
const screens = fs
  .readdirSync(web, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\./.test(name))
  .map((name) => fs.readFileSync(new URL(name, web), 'utf8'));

describe('the menu tree', () => {
  it('offers every page, button and module that a call asks for', () => {
    expect(ungivable(contracts, menuTree)).toEqual([]);
    const idle = openingNothing(contracts, menuTree);
    if (idle.length > 0) console.info(`Menu entries that open no call: ${idle.join(', ')}`);
  });

  it('names every entry once', () => {
    const keys = flat(menuTree).map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('would miss a grant that is in no menu', () => {
    const planted = endpoint({
      path: 'v2/gate/open',
      summary: '',
      grant: button('gate:open'),
      input: noInput,
      output: nothing,
    });
    expect(ungivable({ gate: { open: planted } }, menuTree)).toEqual([
      'v2/gate/open asks for button gate:open, which is in no menu',
    ]);
    expect(openingNothing({}, menuTree)).toContain('page pvPlant');
  });
});

describe('parts of pages', () => {
  const entry = (name: string): MenuSeed => ({ key: name, name, mode: 3, groups: [] });

  it('are each hidden from whoever lacks them, and each to be had', () => {
    expect(flat(menuTree).filter(({ mode }) => mode === 3).length).toBeGreaterThan(5);
    expect(ungroundedModules(contracts, menuTree, screens)).toEqual([]);
  });

  it('stand below the page with which they came', () => {
    for (const page of flat(menuTree))
      for (const part of page.children ?? [])
        if (part.mode === 3) expect([part.key, part.heldWith]).toEqual([part.key, page.key]);
  });

  it('would be missed on either side', () => {
    const sky = endpoint({
      path: 'v2/sky/blue',
      summary: '',
      grant: module('sky:blue'),
      input: noInput,
      output: nothing,
    });
    expect(ungroundedModules({}, [entry('planted:part')], screens)).toContain('planted:part hides nothing');
    expect(ungroundedModules({}, [], ['<Can module="planted:part">'])).toEqual([
      'planted:part is in no menu',
    ]);
    expect(ungroundedModules({}, [], ["holdsModuleNow('planted:part')"])).toEqual([
      'planted:part is in no menu',
    ]);
    const planted = [entry('sky:blue')];
    expect(ungroundedModules({ sky: { blue: sky } }, planted, ['<Can call={sky.blue}>'])).toEqual([]);
    expect(ungroundedModules({ sky: { blue: sky } }, planted, [])).toEqual([
      'sky:blue hides nothing',
      'sky.blue asks for sky:blue, and no screen does',
    ]);
  });
});
