import type { site } from '@helioport/contract/site';
import type { Handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { readPicture } from '../../platform/pictures.ts';
import { fileAddress, keepFile } from '../../records/files.ts';
import { paintSite } from './parts/paint.ts';

const picture: Handler<typeof site.picture> = async (call) => {
  const { input, tx, now } = call;
  const hash = await paintSite(call, input.sid, async () => {
    // Asked for after the plant: whoever names another's learns nothing of what the call wants.
    const file = input.file ?? fail('request.invalid', { field: 'file' });
    const { data, mime } = await readPicture(file.data, { width: 1600, height: 1200, fit: 'inside' });
    return keepFile(tx, { data, mime, now });
  });
  return { logo: fileAddress(hash) };
};

export default picture;
