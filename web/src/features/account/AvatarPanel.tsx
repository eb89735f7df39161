import { account } from '@helioport/contract/account';
import type { OutputOf } from '@helioport/contract/endpoint';
import { type ReactNode, useRef, useState } from 'react';
import { useWrite } from '../../api/query.ts';
import { Button } from '../../components/base/Button.tsx';
import { CopyText } from '../../components/base/CopyText.tsx';
import { toast } from '../../components/base/Toaster.tsx';
import { formatDate, formatInstant } from '../../components/base/time.ts';
import { t } from '../../i18n.ts';
import { Avatar } from '../../session/Avatar.tsx';
import { adoptPicture } from '../../session/session.ts';
import { AvatarDialog } from './AvatarDialog.tsx';

const LARGEST_BYTES = 4 * 1024 * 1024;
const kinds = ['image/png', 'image/jpeg', 'image/webp'];

/** The user's avatar and read-only account data. */
export function AvatarPanel({ profile }: { profile: OutputOf<typeof account.profile> }): ReactNode {
  const [chosen, setChosen] = useState<File | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const remove = useWrite(account.avatarDelete);
  const choose = (file: File | undefined) => {
    if (file === undefined) return;
    if (!kinds.includes(file.type)) toast(t('account.picture.wrongKind'), 'error');
    else if (file.size > LARGEST_BYTES) toast(t('account.picture.tooLarge'), 'error');
    else setChosen(file);
  };
  return (
    <div className="hp-account-person">
      <Avatar email={profile.email} image={profile.avatar} size={88} />
      <div className="hp-account-who">
        <CopyText label={t('login.email')} text={profile.email} />
        <dl>
          <Fact name={t('shell.group')} value={profile.groupName} />
          <Fact name={t('account.company')} value={profile.companyName} />
          <Fact name={t('account.since')} value={formatDate(profile.createdAt)} />
          <Fact
            name={t('account.lastSignIn')}
            value={profile.lastSignInAt === null ? '' : formatInstant(profile.lastSignInAt)}
          />
        </dl>
      </div>
      <div className="hp-account-picture">
        <input
          accept={kinds.join(',')}
          aria-label={t('account.picture.choose')}
          className="hp-unseen"
          onChange={({ target }) => {
            choose(target.files?.[0]);
            target.value = '';
          }}
          ref={input}
          tabIndex={-1}
          type="file"
        />
        <Button onClick={() => input.current?.click()}>{t('account.picture.choose')}</Button>
        {profile.avatar !== '' && (
          <Button
            isBusy={remove.isPending}
            onClick={() => remove.mutate({}, { onSuccess: () => adoptPicture('') })}
            variant="text"
          >
            {t('account.picture.remove')}
          </Button>
        )}
        <p>{t('account.picture.hint')}</p>
      </div>
      {chosen && <AvatarDialog file={chosen} onClose={() => setChosen(null)} />}
    </div>
  );
}

function Fact({ name, value }: { name: string; value: string }): ReactNode {
  if (value === '') return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
