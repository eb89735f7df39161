import { demo } from '@helioport/contract/demo';
import { type ReactNode, useState } from 'react';
import { useWrite } from '../../api/query.ts';
import { toast } from '../../components/base/Toaster.tsx';
import { FormDialog } from '../../components/form/FormDialog.tsx';
import { t } from '../../i18n.ts';
import { loadBrand } from '../../session/brand.ts';

/** Removes the demo data after a confirmation that lists what is deleted and what remains. */
export function DemoRemoval({ onClose }: { onClose: () => void }): ReactNode {
  const remove = useWrite(demo.remove, { refreshes: ['site', 'device', 'user', 'overview'] });
  const [isBusy, setBusy] = useState(false);
  const submit = async () => {
    setBusy(true);
    try {
      await remove.mutateAsync({ isSure: true });
      toast(t('demo.removing'), 'success');
      await loadBrand();
      onClose();
    } catch {
      // The client has already shown the error.
      setBusy(false);
    }
  };
  return (
    <FormDialog
      form={{ isBusy, refusal: '' }}
      isDanger
      onClose={onClose}
      onSubmit={() => void submit()}
      submit={t('demo.remove')}
      title={t('demo.removeTitle')}
    >
      <p>{t('demo.goes')}</p>
      <p>{t('demo.stays')}</p>
    </FormDialog>
  );
}
