import { site } from '@helioport/contract/site';
import type { ReactNode } from 'react';
import { useWrite } from '../../../api/query.ts';
import { Button } from '../../../components/base/Button.tsx';
import { Panel } from '../../../components/base/Panel.tsx';
import { toast } from '../../../components/base/Toaster.tsx';
import { t } from '../../../i18n.ts';

/** Downloads everything that the portal holds of the plant. The browser shows the progress and can cancel it. */
export function ArchivePanel({ sid }: { sid: string }): ReactNode {
  const archive = useWrite(site.archive);
  const save = async () => {
    try {
      const { address } = await archive.mutateAsync({ sid });
      const link = document.createElement('a');
      link.href = address;
      link.download = '';
      link.click();
      toast(t('site.archive.started'), 'success');
    } catch {
      // The client has shown the error.
    }
  };
  return (
    <Panel fold="archive" title={t('site.archive.title')}>
      <div className="hp-edit">
        <p>{t('site.archive.what')}</p>
        <div>
          <Button icon="download" isBusy={archive.isPending} onClick={() => void save()}>
            {t('site.archive.export')}
          </Button>
        </div>
      </div>
    </Panel>
  );
}
