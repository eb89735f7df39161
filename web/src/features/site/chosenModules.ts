// The selected modules of a plant: selected on the roof, in the table or in the playback, used by history and events.
// Stored in the URL, so that tabs, links and the back button keep them.
import { useCallback, useMemo, useState } from 'react';
import { text, urlFields } from '../../components/base/urlFields.ts';
import { useUrlState } from '../../components/base/useUrlState.ts';
import { type Input, nameOf, readInput } from './layout/model/places.ts';

/** Limits the length of the URL; larger selections are not useful for comparison. */
const MOST = 100;

const schema = urlFields({ module: text(5000) });

/** The modules in the parameter, in order of selection; invalid names are skipped. */
export const modulesIn = (parameter: string): Input[] =>
  parameter.split(',').flatMap((name) => readInput(name) ?? []);

/** The parameter that names these modules; of too many those that were chosen last. */
export const parameterOf = (names: ReadonlySet<string>): string => [...names].slice(-MOST).join(',');

interface ChosenModules {
  /** Their names, `<SN>_<addr>`. */
  chosen: ReadonlySet<string>;
  choose: (names: ReadonlySet<string>) => void;
  /** Serial number of the device of the last selected module; '' if none is selected. */
  sn: string;
  /** The inputs of a device that are chosen. */
  addrsOf: (sn: string) => number[];
}

export function useChosenModules(): ChosenModules {
  const [{ module: address }, setState] = useUrlState(schema);
  // The tick is shown immediately; the URL follows.
  const [shown, setShown] = useState({ address, module: address });
  if (shown.address !== address) setShown({ address, module: address });
  const modules = useMemo(() => modulesIn(shown.module), [shown.module]);
  const chosen = useMemo(() => new Set(modules.map((input) => nameOf({ input }))), [modules]);
  const choose = useCallback(
    (names: ReadonlySet<string>) => {
      const module = parameterOf(names);
      setShown({ address, module });
      setState({ module });
    },
    [address, setState],
  );
  return {
    chosen,
    choose,
    sn: modules.at(-1)?.sn ?? '',
    addrsOf: (sn) => modules.filter((one) => one.sn === sn).map(({ addr }) => addr),
  };
}
