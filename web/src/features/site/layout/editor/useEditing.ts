// State of the editor: the plan with its history, the selection, saving and conflicts.
import { device } from '@helioport/contract/device';
import type { OutputOf } from '@helioport/contract/endpoint';
import { useMemo, useState } from 'react';
import { call } from '../../../../api/client.ts';
import { useWrite } from '../../../../api/query.ts';
import { toast } from '../../../../components/base/Toaster.tsx';
import { t } from '../../../../i18n.ts';
import { typedBefore } from '../../../../session/draftStorage.ts';
import { useTyped } from '../../../../session/useTyped.ts';
import { drawingOf, type PlainDrawing, plainDrawing, readDrawing } from '../model/drawing.ts';
import { changed, type History, type Plan, redone, rekeyed, startHistory, undone } from '../model/history.ts';
import type { Place } from '../model/places.ts';
import { differenceOf, isNothing, type Merged, merged, planOf, type Winner } from '../model/saving.ts';

export type Layout = OutputOf<typeof device.modules>;
export type LayoutPage = Layout['pages'][number];

export interface Editing {
  /** The last known plan of the server. */
  base: Plan;
  version: number;
  history: History;
  chosen: ReadonlySet<string>;
  copies: readonly Place[];
}

/** A save conflict: another user saved first. */
export interface Conflict {
  remote: Plan;
  version: number;
  /** The user who saved, '' if unknown, and when (ms). */
  by: string;
  at: number;
  outcome: Record<Winner, Merged>;
}

/** The stored drawing is identified by its page only, so that another user's save does not discard it. */
const NOTHING: Partial<PlainDrawing> = {};
const isDrawing = (kept: Partial<PlainDrawing> | undefined): kept is PlainDrawing => kept?.plan !== undefined;

const nothing: ReadonlySet<string> = new Set();

/** The state of the editor for one page, which it keeps from its first layout on. */
export function useEditing(sid: string, layout: Layout, page: LayoutPage) {
  const form = drawingOf(sid, page.id);
  const [before] = useState(() => typedBefore<Partial<PlainDrawing>>(form, NOTHING));
  const [state, setState] = useState<Editing>(() => {
    const saved = planOf(layout, page.id);
    const { base, version, plan } = isDrawing(before)
      ? readDrawing(before)
      : { base: saved, version: page.version, plan: saved };
    return { base, version, history: changed(startHistory(base), plan), chosen: nothing, copies: [] };
  });
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const batch = useWrite(device.modulesMoveBatch, { refreshes: ['site'] });
  const { plan } = state.history;

  const { base, version } = state;
  const isDirty = useMemo(() => !isNothing(differenceOf(base, plan)), [base, plan]);
  const kept = useMemo(() => plainDrawing({ base, version, plan }), [base, version, plan]);
  const clear = useTyped(form, NOTHING, kept, isDirty);

  const choose = (chosen: ReadonlySet<string>) => setState((now) => ({ ...now, chosen }));
  const change = (command: (plan: Plan, chosen: ReadonlySet<string>) => Plan) =>
    setState((now) => ({ ...now, history: changed(now.history, command(now.history.plan, now.chosen)) }));
  /** A command that adds places, which are chosen then. */
  const add = (command: (plan: Plan) => { plan: Plan; keys: ReadonlySet<string> }) =>
    setState((now) => {
      const made = command(now.history.plan);
      return { ...now, history: changed(now.history, made.plan), chosen: made.keys };
    });
  const step = (how: typeof undone) =>
    setState((now) => {
      const history = how(now.history);
      return {
        ...now,
        history,
        chosen: new Set([...now.chosen].filter((key) => history.plan.places.has(key))),
      };
    });

  const send = async (base: Plan, version: number, wanted: Plan): Promise<boolean> => {
    const difference = differenceOf(base, wanted);
    const { addKeys, newZones, ...changes } = difference;
    const answer = await batch.mutateAsync({ sid, pageId: page.id, version, ...changes });
    if (!answer.isSaved) {
      await reviewRemoteChanges(base, wanted);
      return false;
    }
    const keys = new Map(addKeys.map((key, i) => [key, String(answer.ids[i])]));
    const zoneIds = new Map(newZones.map((id, i) => [id, answer.zoneIds[i] ?? id]));
    setState((now) => ({
      ...now,
      base: rekeyed(startHistory(wanted), keys, zoneIds).plan,
      version: answer.version,
      history: rekeyed(now.history, keys, zoneIds),
      chosen: new Set([...now.chosen].map((key) => keys.get(key) ?? key)),
    }));
    toast(t('layout.saved'), 'success');
    return true;
  };

  const reviewRemoteChanges = async (base: Plan, mine: Plan) => {
    const now = await call(device.modules, { sid, page: page.id });
    const remotePage = now.pages.find(({ id }) => id === page.id);
    if (!remotePage) return;
    const remote = planOf(now, page.id);
    setConflict({
      remote,
      version: remotePage.version,
      by: remotePage.changedBy,
      at: remotePage.changedAt,
      outcome: { mine: merged(base, mine, remote, 'mine'), theirs: merged(base, mine, remote, 'theirs') },
    });
  };

  /** Takes one of the two plans, or saves nothing. */
  const settle = async (winner: Winner | null) => {
    const found = conflict;
    setConflict(null);
    if (!found || winner === null) return;
    const wanted = found.outcome[winner].plan;
    setState((now) => ({
      ...now,
      base: found.remote,
      version: found.version,
      history: changed(now.history, wanted),
    }));
    if (isNothing(differenceOf(found.remote, wanted))) return;
    await send(found.remote, found.version, wanted).catch(() => undefined);
  };

  return {
    plan,
    chosen: state.chosen,
    copies: state.copies,
    version: state.version,
    choose,
    change,
    add,
    conflict,
    settle,
    canUndo: state.history.past.length > 0,
    canRedo: state.history.future.length > 0,
    isDirty,
    /** True: unsaved changes were restored after a reload. */
    isRestored: before !== undefined && isDirty,
    /** Discards unsaved changes without asking. */
    forget: clear,
    isBusy: batch.isPending,
    undo: () => step(undone),
    redo: () => step(redone),
    copy: () =>
      setState((now) => ({
        ...now,
        copies: [...now.chosen].flatMap((key) => now.history.plan.places.get(key) ?? []),
      })),
    save: async () => {
      if (isNothing(differenceOf(state.base, plan))) return;
      await send(state.base, state.version, plan).catch(() => undefined);
    },
    /** The page itself was saved from here: its version went on by one. */
    adopt: (version: number) => setState((now) => ({ ...now, version })),
  };
}

export type Editor = ReturnType<typeof useEditing>;
