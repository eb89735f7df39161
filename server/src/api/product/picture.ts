import type { product } from '@helioport/contract/product';
import { demandOperator } from '../../access/grants.ts';
import { withPreparation } from '../../access/handler.ts';
import { outcomeOf } from '../../platform/failure.ts';
import { type Picture, readPicture } from '../../platform/pictures.ts';
import { writeAudit } from '../../repositories/audit.ts';
import { fileAddress, keepFile } from '../../repositories/files.ts';
import { setProductPicture } from '../../repositories/products.ts';
import { demandProduct } from './internal/rows.ts';

const SIZE = { width: 800, height: 600, fit: 'inside' } as const;

export default withPreparation<typeof product.picture, (() => Picture) | undefined>(
  async ({ input, me }) => {
    // Models are shared by all companies.
    demandOperator(me);
    return input.file ? await outcomeOf(readPicture(input.file.data, SIZE)) : undefined;
  },
  async ({ input, me, tx, now }, prepared) => {
    demandOperator(me);
    const { model, modelName } = await demandProduct(tx, input.model, { isHeld: true });
    const read = prepared?.();
    const hash = read ? await keepFile(tx, { ...read, now }) : null;
    await setProductPicture(tx, model, hash);
    await writeAudit(tx, me, now, {
      action: 'product.update',
      subject: modelName,
      detail: { picture: hash !== null },
    });
    return { picture: fileAddress(hash) };
  },
);
