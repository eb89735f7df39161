import { overview } from '@helioport/contract/overview';
import type { ReactNode } from 'react';
import { useWrite } from '../../api/query.ts';
import { Button } from '../../components/base/Button.tsx';
import { CopyText } from '../../components/base/CopyText.tsx';
import { Panel } from '../../components/base/Panel.tsx';
import { toast } from '../../components/base/Toaster.tsx';
import { formatInstant } from '../../components/base/time.ts';
import { t, type WordKey } from '../../i18n.ts';
import type { Health } from './MismatchTable.tsx';

type Note = Health['clock'][number];

const kindWords: Record<Note['kind'], WordKey> = {
  behindReports: 'health.clock.behindReports',
  behindBuild: 'health.clock.behindBuild',
  ahead: 'health.clock.ahead',
  jump: 'health.clock.jump',
};

/** Periods in which the server clock was probably wrong, and the correction; hidden if there are none. */
export function ClockPanel({ notes }: { notes: Health['clock'] }): ReactNode {
  if (notes.length === 0) return null;
  return (
    <Panel title={t('health.clock')}>
      <ul className="hp-health-clock">
        {notes.map((note) => (
          <li key={note.id}>
            <ClockNote note={note} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function ClockNote({ note }: { note: Note }): ReactNode {
  const { id, kind, isOver, isGuessed, command, earlier, referenceAt } = note;
  const settle = useWrite(overview.clockIsRight);
  const [from, to] = [formatInstant(note.from), formatInstant(note.to)];
  const since = referenceAt === null ? '' : formatInstant(referenceAt);
  const settleIt = () =>
    settle.mutate({ noteId: id }, { onSuccess: () => toast(t('health.clock.settled'), 'success') });
  return (
    <>
      <p>
        {t(kindWords[kind], { from, to, since })} {!isOver && t('health.clock.set')}
      </p>
      {command !== null && (
        <>
          <p>{t('health.clock.move', { from, to })}</p>
          <Command text={command} />
          {isGuessed && <p>{t('health.clock.guessed')}</p>}
        </>
      )}
      {earlier?.command && (
        <>
          <p>{t('health.clock.earlier')}</p>
          <Command text={earlier.command} />
          <p>{t('health.clock.guessed')}</p>
        </>
      )}
      <Button aria-busy={settle.isPending} disabled={settle.isPending} onClick={settleIt}>
        {t('health.clock.right')}
      </Button>
    </>
  );
}

const Command = ({ text }: { text: string }): ReactNode => (
  <CopyText label={t('health.clock.command')} shown={<code>{text}</code>} text={text} />
);
