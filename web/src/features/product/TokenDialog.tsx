// The broker credentials of a device in stock, before it belongs to a plant.

import type { OutputOf } from '@helioport/contract/endpoint';
import { gateway } from '@helioport/contract/gateway';
import { type ReactNode, useState } from 'react';
import { useWrite } from '../../api/query.ts';
import { Button } from '../../components/base/Button.tsx';
import { CopyText } from '../../components/base/CopyText.tsx';
import { Dialog } from '../../components/base/Dialog.tsx';
import { Facts } from '../../components/base/Facts.tsx';
import { t } from '../../i18n.ts';
import type { SnEntry } from './serials.ts';

type Key = OutputOf<typeof gateway.tokenStock>;

/** A button that draws the token of a device in stock; nothing for serial numbers that cannot have one. */
export function TokenButton({ row }: { row: SnEntry }): ReactNode {
  const [key, setKey] = useState<Key>();
  const draw = useWrite(gateway.tokenStock);
  if (!row.isIssued || row.isActivated || row.isRestricted || row.stock === 'atDealer') return '–';
  return (
    <>
      <Button
        aria-label={`${t('serial.token.open')} ${row.sn}`}
        icon="lock"
        isBusy={draw.isPending}
        onClick={() => draw.mutate({ sn: row.sn }, { onSuccess: setKey })}
        variant="text"
      >
        {t('serial.token.open')}
      </Button>
      {key && <TokenDialog onClose={() => setKey(undefined)} shown={key} />}
    </>
  );
}

function TokenDialog({ shown, onClose }: { shown: Key; onClose: () => void }): ReactNode {
  const copied = (label: string, text: string) => ({
    title: label,
    value: text === '' ? '' : <CopyText label={label} text={text} />,
  });
  return (
    <Dialog onClose={onClose} title={t('serial.token.open')}>
      <p>{t('serial.token.hint', { sn: shown.sn })}</p>
      <Facts
        facts={[
          copied(t('machine.broker'), shown.broker),
          copied(t('machine.user'), shown.user),
          copied(t('machine.token'), shown.token),
        ]}
      />
    </Dialog>
  );
}
