// The keyboard shortcuts, and a switch for the single-key ones.
import type { ReactNode } from 'react';
import { switchKeys, useKeysOn } from '../../components/base/keys.ts';
import { Window } from '../../components/base/Window.tsx';
import { t, type WordKey } from '../../i18n.ts';
import { closeDialog } from './dialogs.ts';
import { searchKeys } from './searchKeys.ts';
import './keySheet.css';

const single: readonly { keys: readonly string[]; words: WordKey }[] = [
  { keys: ['j', 'k'], words: 'keys.rows' },
  { keys: ['Enter'], words: 'keys.enter' },
  { keys: ['x'], words: 'keys.select' },
  { keys: ['/'], words: 'keys.search' },
  { keys: ['[', ']'], words: 'keys.plants' },
  { keys: ['?'], words: 'keys.sheet' },
];

export function KeySheet(): ReactNode {
  const isOn = useKeysOn((state) => state.isOn);
  return (
    <Window onClose={closeDialog} title={t('keys.title')}>
      <dl className="hp-keys">
        <KeyLine keys={searchKeys} words="palette.title" />
        {single.map((line) => (
          <KeyLine key={line.words} {...line} />
        ))}
      </dl>
      <label className="hp-keys-switch">
        <input checked={isOn} onChange={(event) => switchKeys(event.target.checked)} type="checkbox" />
        <span>
          {t('keys.on')}
          <small>{t('keys.onHint')}</small>
        </span>
      </label>
    </Window>
  );
}

function KeyLine({ keys, words }: { keys: readonly string[]; words: WordKey }): ReactNode {
  return (
    <div>
      <dt>
        {keys.map((key) => (
          <kbd key={key}>{key}</kbd>
        ))}
      </dt>
      <dd>{t(words)}</dd>
    </div>
  );
}
