import { expect, it } from 'vitest';
import { findingTitle } from './sentence.ts';

it('names a gateway as one, and a device as an inverter', () => {
  const about = {
    ...{ cause: 'communication' as const, scope: 'device' as const, moduleName: '', deviceName: 'Cellar' },
    ...{ device: 'A1000000', arrayName: '', plantName: 'Barn' },
  };
  expect(findingTitle({ ...about, isGateway: true }, 6)).toBe('Communication loss: Gateway Cellar');
  expect(findingTitle(about, 6)).toBe('Communication loss: Inverter Cellar');
});
