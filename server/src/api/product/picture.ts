import type { product } from '@helioport/contract/product';
import { demandOperator } from '../../access/grants.ts';
import type { Handler } from '../../access/handler.ts';
import { readPicture } from '../../platform/pictures.ts';
import { writeAudit } from '../../records/audit.ts';
import { fileAddress, keepFile } from '../../records/files.ts';
import { setProductPicture } from '../../records/products.ts';
import { demandProduct } from './parts/rows.ts';

const picture: Handler<typeof product.picture> = async ({ input, me, tx, now }) => {
  // Models are everybody's.
  demandOperator(me);
  const { model, modelName } = await demandProduct(tx, input.model, { isHeld: true });
  const read = input.file && (await readPicture(input.file.data, { width: 800, height: 600, fit: 'inside' }));
  const hash = read ? await keepFile(tx, { ...read, now }) : null;
  await setProductPicture(tx, model, hash);
  await writeAudit(tx, {
    at: new Date(now),
    userId: me.userId,
    action: 'product.update',
    subject: modelName,
    detail: { picture: hash !== null },
  });
  return { picture: fileAddress(hash) };
};

export default picture;
