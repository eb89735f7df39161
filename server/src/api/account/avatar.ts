import type { account } from '@helioport/contract/account';
import type { Handler } from '../../access/handler.ts';
import { readPicture } from '../../platform/pictures.ts';
import { writeAudit } from '../../records/audit.ts';
import { fileAddress, keepFile } from '../../records/files.ts';
import { setAvatar } from '../../records/profiles.ts';

const avatar: Handler<typeof account.avatar> = async ({ input, me, tx, now }) => {
  const { data, mime } = await readPicture(input.file.data, { width: 256, height: 256, fit: 'cover' });
  const hash = await keepFile(tx, { data, mime, now });
  await setAvatar(tx, me.userId, hash);
  await writeAudit(tx, { at: new Date(now), userId: me.userId, action: 'account.avatar', subject: me.email });
  return { headerImg: fileAddress(hash), fullHeaderImg: fileAddress(hash) };
};

export default avatar;
