import { alarm } from '@helioport/contract/alarm';
import type { NoticeChannel } from '@helioport/domain/notices';
import type { ReactNode } from 'react';
import { useWrite } from '../../api/query.ts';
import { Button } from '../../components/base/Button.tsx';
import { toast } from '../../components/base/Toaster.tsx';
import { t } from '../../i18n.ts';

const wordsOf = (channel: NoticeChannel): { test: string; done: string; failed: string } =>
  ({
    mail: { test: t('notice.testMail'), done: t('notice.mailSent'), failed: t('notice.mailFailed') },
    webhook: { test: t('notice.testHook'), done: t('notice.hookCalled'), failed: t('notice.hookFailed') },
    push: { test: t('notice.testPush'), done: t('notice.pushSent'), failed: t('notice.pushFailed') },
  })[channel];

/** Sends a test notification through a channel. */
export function TestButton({ channel }: { channel: NoticeChannel }): ReactNode {
  const test = useWrite(alarm.noticesTest);
  const words = wordsOf(channel);
  const showResult = ({ error }: { error: string }) => {
    if (error === '') toast(words.done, 'success');
    else toast(t('public.labelled', { label: words.failed, value: error }), 'error');
  };
  return (
    <Button isBusy={test.isPending} onClick={() => test.mutate({ channel }, { onSuccess: showResult })}>
      {words.test}
    </Button>
  );
}
