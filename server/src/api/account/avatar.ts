import type { account } from '@helioport/contract/account';
import { withPreparation } from '../../access/handler.ts';
import { type Picture, readPicture } from '../../platform/pictures.ts';
import { writeAudit } from '../../repositories/audit.ts';
import { fileAddress, keepFile } from '../../repositories/files.ts';
import { setAvatar } from '../../repositories/profiles.ts';

export default withPreparation<typeof account.avatar, Picture>(
  ({ input }) => readPicture(input.file.data, { width: 256, height: 256, fit: 'cover' }),
  async ({ me, tx, now }, prepared) => {
    const { data, mime } = prepared;
    const hash = await keepFile(tx, { data, mime, now });
    await setAvatar(tx, me.userId, hash);
    await writeAudit(tx, me, now, { action: 'account.avatar', subject: me.email });
    return { headerImg: fileAddress(hash), fullHeaderImg: fileAddress(hash) };
  },
);
