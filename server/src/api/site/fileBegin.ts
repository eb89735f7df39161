import type { site } from '@helioport/contract/site';
import { SITE_FILE_BYTES, SITE_FILES_MAX } from '@helioport/contract/siteFiles';
import { handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { beginFile } from '../../queries/largeFileUpload.ts';
import { siteToChange } from '../../queries/siteToChange.ts';
import { addSiteFile, siteFileCount } from '../../repositories/siteFiles.ts';

export default handler<typeof site.fileBegin>(async (call) => {
  const { input, tx } = call;
  const { id: siteId } = await siteToChange(call, input.sid);
  if ((await siteFileCount(tx, siteId)) >= SITE_FILES_MAX) fail('site.filesTooMany', { max: SITE_FILES_MAX });
  const begun = await beginFile(call, input, { purpose: 'site', most: SITE_FILE_BYTES });
  await addSiteFile(tx, siteId, begun.id);
  return begun;
});
