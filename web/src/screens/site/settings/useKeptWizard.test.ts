import { describe, expect, it } from 'vitest';
import { newSite } from './siteDraft.ts';
import { readKept } from './useKeptWizard.ts';

const kept = {
  step: 2,
  draft: {
    ...newSite,
    siteName: 'Roof',
    planes: [{ id: 0, name: '', tilt: '3', azimuth: '', kw: '' }],
  },
  devices: [{ sn: '30A12345', alias: '' }],
};
const raw = (patch: object = {}) => JSON.stringify({ email: 'a@b.test', ...kept, ...patch });

describe('what the wizard keeps', () => {
  it('comes back to the one who typed it', () => {
    expect(readKept(raw(), 'a@b.test')).toEqual(kept);
    expect(readKept(raw(), 'c@b.test')).toBeUndefined();
    expect(readKept(null, 'a@b.test')).toBeUndefined();
  });

  it('takes what an older version left out from the start, and is thrown away where it makes no sense', () => {
    const { remark: _remark, ...older } = kept.draft;
    expect(readKept(raw({ draft: older }), 'a@b.test')?.draft.remark).toBe('');
    expect(readKept(raw({ draft: { ...older, planes: 'x' } }), 'a@b.test')).toBeUndefined();
    expect(readKept('{', 'a@b.test')).toBeUndefined();
  });
});
