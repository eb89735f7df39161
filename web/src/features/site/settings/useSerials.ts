// The devices that a form will add to a plant: typed input, entries of the list, and the result of their check.
import { site } from '@helioport/contract/site';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useCall } from '../../../api/query.ts';
import type { Draft } from '../../../session/useDraft.ts';
import { SERIALS_MAX, type SerialEntry, serialsOf } from './serialList.ts';

/** Part of a form's draft: what was typed and is not in the list yet is lost or kept like all the rest. */
export interface SerialsDraft {
  devices: SerialEntry[];
  typedSerials: string;
  /** Number of the model of added devices; '' for the reported one. */
  serialModel: string;
}

export const noSerials: SerialsDraft = { devices: [], typedSerials: '', serialModel: '' };

export type SerialsForm = Pick<Draft<SerialsDraft>, 'draft' | 'change'>;
export type Serials = ReturnType<typeof useSerials>;

/** The server's check of each entry, and whether all of them may be added. */
function useSerialCheck(entries: readonly SerialEntry[]) {
  const answer = useCall(
    site.checkSerials,
    { serials: entries.map(({ sn }) => sn), modelNumbers: entries.map((one) => one.modelNumber ?? 0) },
    { live: 'none', keepsPrevious: true, isEnabled: entries.length > 0 },
  );
  const isCurrent = !answer.isPlaceholderData && answer.data?.list.length === entries.length;
  const rows = isCurrent ? (answer.data?.list ?? []) : [];
  const bad = rows.filter(({ valid }) => !valid).length;
  return { answer, rows, bad, isReady: entries.length === 0 || (isCurrent && bad === 0) };
}

const withModel = (entries: SerialEntry[], model: string): SerialEntry[] =>
  model === '' ? entries : entries.map((entry) => ({ ...entry, modelNumber: Number(model) }));

/**
 * State and actions of the list. `submit` adds typed serial numbers to the list first, and calls `save` once all
 * entries are valid, so that input right before saving is included.
 */
export function useSerials({ draft, change }: SerialsForm, save: () => void) {
  const { devices, typedSerials, serialModel } = draft;
  const check = useSerialCheck(devices);
  const [isCut, setCut] = useState(false);
  const [submits, setSubmits] = useState(0);
  const done = useRef(0);
  const found = withModel(serialsOf(typedSerials), serialModel);
  const isFull = devices.length + found.length > SERIALS_MAX;
  const add = () => {
    if (found.length === 0 || isFull) return;
    change({ devices: [...devices, ...found], typedSerials: '' });
    setCut(false);
  };
  /** Entries from a camera or spreadsheet are cut at the limit, and the user is informed. */
  const put = (read: SerialEntry[]) => {
    const all = [...devices, ...withModel(read, serialModel)];
    setCut(all.length > SERIALS_MAX);
    change({ devices: all.slice(0, SERIALS_MAX) });
  };
  const hasFailed = check.bad > 0 || check.answer.error !== null;
  const isChecked = hasFailed || check.isReady;
  const checked = useEffectEvent(() => {
    // Otherwise the list shows the errors.
    if (!hasFailed) save();
  });
  useEffect(() => {
    if (submits === done.current || !isChecked) return;
    done.current = submits;
    checked();
  }, [submits, isChecked]);
  const submit = () => {
    if (found.length === 0) return save();
    add();
    if (!isFull) setSubmits(submits + 1);
  };
  return { check, found, isTooMany: isCut || isFull, isWaiting: submits > 0 && !isChecked, add, put, submit };
}
