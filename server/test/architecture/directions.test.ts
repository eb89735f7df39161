import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { importsOf, sourceFiles, violationsIn, violationsOf } from './directions.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

describe('the directions of imports', () => {
  it('are kept by every file of the house', () => {
    expect(sourceFiles(root).length).toBeGreaterThan(50);
    expect(violationsIn(root)).toEqual([]);
  });

  it('sees every form of import', () => {
    const source = `
      import a from './a.ts';
      import { type B, c } from "@helioport/domain/periods";
      import './side.ts';
      export { d } from './d.ts';
      import {
        e,
      } from './e.ts';
      const f = await import('./f.ts');`;
    expect(importsOf(source)).toEqual([
      './a.ts',
      '@helioport/domain/periods',
      './side.ts',
      './d.ts',
      './e.ts',
      './f.ts',
    ]);
  });

  it.each([
    ['domain/src/sun.ts', '@helioport/contract/site', 'domain must not import contract'],
    ['contract/src/site.ts', '@helioport/server/app', 'contract must not import server'],
    ['web/src/app/guard.ts', '@helioport/server/config', 'web must not import server'],
    ['web/src/app/guard.ts', '../../../server/src/config.ts', 'web must not import server'],
    ['server/src/app.ts', '@helioport/simulator/plant', 'server must not import simulator'],
    ['server/src/api/account/setupState.ts', '@helioport/demo/companies', 'server/src must not import demo'],
    ['simulator/src/main.ts', '@helioport/contract/site', 'simulator must not import contract'],
    ['server/src/api/site/detail.ts', '../device/list.ts', 'api/site must not import api/device'],
    ['server/src/api/site/detail.ts', '../../ingest/accept.ts', 'api must not import ingest'],
    ['server/src/timeseries/put.ts', '../repositories/devices.ts', 'timeseries must not import repositories'],
    ['server/src/platform/db.ts', '../access/me.ts', 'platform must not import access'],
    ['server/src/repositories/sites.ts', '../app.ts', 'repositories must not import app.ts'],
    ['server/src/platform/texts.ts', '@helioport/domain/faults', 'platform must not know faults'],
    ['server/src/queries/findSite.ts', '../api/site/list.ts', 'queries must not import api'],
    [
      'web/src/components/pv/plant.ts',
      '../../features/site/routes.tsx',
      'components/pv must not import features',
    ],
    [
      'server/src/api/site/detail.ts',
      '../../../seed/menus.ts',
      'server/src/api must not import server/seed/menus.ts',
    ],
    ['web/src/features/site/List.tsx', '../device/List.tsx', 'features/site must not import features/device'],
    ['web/src/components/Chart.tsx', '../api/client.ts', 'components must not import api'],
  ])('refuses %s importing %s', (file, specifier, why) => {
    expect(violationsOf(file, `import { x } from '${specifier}';`)).toEqual([
      { file, imports: specifier, why },
    ]);
  });

  it.each([
    ['server/src/api/site/detail.ts', '../../timeseries/series.ts'],
    ['server/src/api/site/detail.ts', './rows.ts'],
    ['server/src/app.ts', './access/session.ts'],
    ['web/src/features/site/List.tsx', '../../components/Page.tsx'],
    ['server/seed/demo.ts', '@helioport/demo/plants'],
    ['e2e/site.spec.ts', '@helioport/protocol/nep/frame'],
  ])('lets %s import %s', (file, specifier) => {
    expect(violationsOf(file, `import { x } from '${specifier}';`)).toEqual([]);
  });
});
