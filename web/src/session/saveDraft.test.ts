import { beforeEach, describe, expect, it, vi } from 'vitest';
import { saveDraft } from './saveDraft.ts';

const steps = vi.hoisted(() => [] as string[]);
vi.mock('../components/base/Toaster.tsx', () => ({
  toast: (words: string, tone: string) => steps.push(`${tone}: ${words}`),
}));
beforeEach(() => steps.splice(0));

/** A minimal `useDraft` form: `isRight` is the result of its check; an error thrown by the work is a rejection. */
const formOf = (draft: { name: string }, isRight = true) => ({
  save: async (work: (draft: { name: string }) => Promise<unknown>) => {
    if (!isRight) return false;
    try {
      await work(draft);
      return true;
    } catch {
      return false;
    }
  },
});

const onClose = () => void steps.push('closed');
const onSaved = (given: unknown) => void steps.push(`went on with ${String(given)}`);
const work = async ({ name }: { name: string }) => {
  await Promise.resolve();
  steps.push(`saved ${name}`);
  return 7;
};

describe('saving a draft', () => {
  it('says so, closes, and goes on with what the work gave, in this order', async () => {
    await saveDraft({ form: formOf({ name: 'roof' }), work, done: 'Saved.', onClose, onSaved });
    expect(steps).toEqual(['saved roof', 'success: Saved.', 'closed', 'went on with 7']);
  });

  it('says what the work gave, where that is known by then alone', async () => {
    const done = (count: number) => `${count} entered.`;
    await saveDraft({ form: formOf({ name: 'roof' }), work, done, onClose });
    expect(steps).toEqual(['saved roof', 'success: 7 entered.', 'closed']);
  });

  it('is told of work that gives nothing', async () => {
    const silent = () => Promise.resolve(undefined);
    await saveDraft({ form: formOf({ name: 'roof' }), work: silent, done: 'Saved.', onClose, onSaved });
    expect(steps).toEqual(['success: Saved.', 'closed', 'went on with undefined']);
  });

  it('leaves the window open, and says nothing, when the draft is wrong or is refused', async () => {
    const refused = () => Promise.reject(new Error('taken'));
    await saveDraft({ form: formOf({ name: '' }, false), work, done: 'Saved.', onClose, onSaved });
    await saveDraft({ form: formOf({ name: 'roof' }), work: refused, done: 'Saved.', onClose, onSaved });
    expect(steps).toEqual([]);
  });
});
