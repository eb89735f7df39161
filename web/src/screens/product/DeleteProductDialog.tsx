import { product } from '@helioport/contract/product';
import type { ReactNode } from 'react';
import { useWrite } from '../../api/query.ts';
import { t } from '../../i18n.ts';
import { useDraft } from '../../session/useDraft.ts';
import { toast } from '../../ui/base/Toaster.tsx';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import type { Product } from './product.ts';

/** Removes a model of the operator; one that is in use is refused by the server, which says so. */
export function DeleteProductDialog({
  product: { model, modelName },
  onClose,
}: {
  product: Product;
  onClose: () => void;
}): ReactNode {
  const form = useDraft({});
  const del = useWrite(product.del, { quiet: true });
  const submit = async () => {
    if (!(await form.save(() => del.mutateAsync({ model })))) return;
    toast(t('product.delete.done', { name: modelName }), 'success');
    onClose();
  };
  return (
    <FormDialog
      form={form}
      isDanger
      onClose={onClose}
      onSubmit={() => void submit()}
      submit={t('form.delete')}
      title={t('form.deleteNamed', { name: modelName })}
    >
      <p>{t('product.delete.hint')}</p>
    </FormDialog>
  );
}
