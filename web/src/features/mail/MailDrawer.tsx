import type { OutputOf } from '@helioport/contract/endpoint';
import { mail } from '@helioport/contract/mail';
import { type ReactNode, useState } from 'react';
import { useCall, useWrite } from '../../api/query.ts';
import { AnswerDrawer } from '../../components/base/AnswerDrawer.tsx';
import { Button } from '../../components/base/Button.tsx';
import { CopyText } from '../../components/base/CopyText.tsx';
import { Facts } from '../../components/base/Facts.tsx';
import { Icon } from '../../components/base/Icon.tsx';
import { RelativeTime } from '../../components/base/RelativeTime.tsx';
import { toast } from '../../components/base/Toaster.tsx';
import { formatNumber } from '../../components/base/time.ts';
import { Segments } from '../../components/form/Segments.tsx';
import { attemptWords, isTryFailed, MailStateTag } from '../../components/pv/mailState.tsx';
import { EmailLink } from '../../components/pv/peopleLinks.tsx';
import { t } from '../../i18n.ts';
import '../../components/form/form.css';
import './mail.css';

type Detail = OutputOf<typeof mail.detail>;

/** The URLs in the text of an email. */
export const linksIn = (text: string): string[] => [...new Set(text.match(/https?:\/\/\S+/g) ?? [])];

/** An email. Opening it is recorded in the audit log, so it is requested once and cached. */
export function MailDrawer({ id, onClose }: { id: number; onClose: () => void }): ReactNode {
  const answer = useCall(mail.detail, { id }, { live: 'none', staleMs: Number.POSITIVE_INFINITY });
  const title = answer.data?.subject ?? t('outbox.mail');
  return (
    <AnswerDrawer answer={answer} onClose={onClose} title={title}>
      {(letter) => <MailBody letter={letter} />}
    </AnswerDrawer>
  );
}

/** How often sending failed, why, when it is tried again, and the button that tries it now. */
function FailedTries({ letter }: { letter: Detail }): ReactNode {
  const retry = useWrite(mail.retry);
  return (
    <>
      <div className="hp-edit-refusal">
        <Icon name="alert" size={18} />
        <div>
          <p>{attemptWords(letter)}</p>
          <p>{letter.lastError}</p>
        </div>
      </div>
      {letter.canRetry && (
        <Button
          isBusy={retry.isPending}
          onClick={() =>
            retry.mutate({ id: letter.id }, { onSuccess: () => toast(t('outbox.retried'), 'success') })
          }
        >
          {t('outbox.retry')}
        </Button>
      )}
    </>
  );
}

function MailBody({ letter }: { letter: Detail }): ReactNode {
  const [look, setLook] = useState<'html' | 'text'>('html');
  const links = linksIn(letter.text);
  return (
    <div className="hp-mail">
      <Facts
        facts={[
          {
            title: t('outbox.field.recipient'),
            value: (
              <CopyText
                label={t('outbox.field.recipient')}
                shown={<EmailLink email={letter.recipient} />}
                text={letter.recipient}
              />
            ),
          },
          { title: t('outbox.field.state'), value: <MailStateTag mail={letter} /> },
          { title: t('outbox.field.createdAt'), value: <RelativeTime at={letter.createdAt} /> },
          { title: t('outbox.field.sentAt'), value: <RelativeTime at={letter.sentAt} /> },
          { title: t('outbox.field.brand'), value: letter.brandName },
          { title: t('outbox.field.attempts'), value: formatNumber(letter.attempts, 0) },
        ]}
      />
      {letter.state === 'kept' && <p className="hp-muted">{t('outbox.keptHint')}</p>}
      {letter.sendingSince !== null && <p className="hp-muted">{attemptWords(letter)}</p>}
      {isTryFailed(letter) && <FailedTries letter={letter} />}
      {links.map((link) => (
        <p className="hp-mail-link" key={link}>
          <CopyText label={t('outbox.link')} text={link} />
        </p>
      ))}
      <Segments<typeof look>
        label={t('outbox.look')}
        onChange={setLook}
        options={[
          { value: 'html', label: t('outbox.asSeen') },
          { value: 'text', label: t('outbox.asText') },
        ]}
        value={look}
      />
      {look === 'html' ? (
        <iframe className="hp-mail-frame" sandbox="" srcDoc={letter.html} title={letter.subject} />
      ) : (
        <pre className="hp-mail-text">{letter.text}</pre>
      )}
    </div>
  );
}
