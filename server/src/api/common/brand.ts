import type { common } from '@helioport/contract/common';
import { brandById } from '@helioport/domain/brands';
import type { Handler } from '../../access/handler.ts';

const brand: Handler<typeof common.brand> = async () => brandById(0);

export default brand;
