import { product } from '@helioport/contract/product';
import type { ReactNode } from 'react';
import { useWrite } from '../../api/query.ts';
import { t } from '../../i18n.ts';
import { DraftDialog } from '../../session/DraftDialog.tsx';
import { useDraft } from '../../session/useDraft.ts';
import type { Product } from './product.ts';

/** Deletes a model of the operator; the server rejects models in use with an error message. */
export function DeleteProductDialog({
  product: { model, modelName },
  onClose,
}: {
  product: Product;
  onClose: () => void;
}): ReactNode {
  const form = useDraft({});
  const del = useWrite(product.del, { quiet: true });
  return (
    <DraftDialog
      form={form}
      isDanger
      onClose={onClose}
      work={() => del.mutateAsync({ model })}
      done={t('product.delete.done', { name: modelName })}
      submit={t('form.delete')}
      title={t('form.deleteNamed', { name: modelName })}
    >
      <p>{t('product.delete.hint')}</p>
    </DraftDialog>
  );
}
