// `npm run archive:import -- FILE --owner EMAIL`: imports the archive of a plant while the portal runs. `--preview` only
// shows what it contains.
import { readConfig } from '@helioport/server/config';
import { ArchiveRefused, withUnpacked } from '@helioport/server/platform/archive/unpack';
import { inTransaction, openDatabase } from '@helioport/server/platform/db';
import { openArchive } from '@helioport/server/queries/archive/content';
import { importArchive, previewArchive, SerialsTaken } from '@helioport/server/queries/archive/import';
import { announceRights } from '@helioport/server/repositories/rights';
import { findUser } from '@helioport/server/repositories/users';
import { withDatabase } from './ownDatabase.ts';
import { runTool, ToolFailed } from './runTool.ts';
import { showStep } from './showStep.ts';
import { toolArgs } from './toolArgs.ts';

const USAGE = `npm run archive:import -- FILE --owner EMAIL [--preview]
  Imports the archive of a plant for the user EMAIL while the portal runs. --preview shows its content only.`;

const { positionals, values } = toolArgs(USAGE, {
  allowPositionals: true,
  options: { owner: { type: 'string' }, preview: { type: 'boolean', default: false } },
});

const refusals: Readonly<Record<ArchiveRefused['reason'], string>> = {
  notArchive: 'The file is not an archive of a plant, or it is damaged.',
  incomplete: 'The archive is incomplete. Export it again.',
  invalidManifest: 'The manifest of the archive is not valid.',
  unknownVersion: 'The archive has a format that this version does not support.',
  changed: 'The archive was changed after its export.',
  invalidName: 'The archive contains a file with a name that is not allowed.',
  unexpectedFile: 'The archive contains a file twice.',
  invalidLine: 'A file of the archive contains a line that is not valid.',
  invalidContent: 'A file of the archive contains values that are not valid.',
  tooLarge: 'The archive is too large.',
};

async function main(): Promise<void> {
  const [file, ...rest] = positionals;
  if (file === undefined || rest.length > 0) throw new ToolFailed(USAGE);
  if (!values.preview && values.owner === undefined) throw new ToolFailed('Specify the owner: --owner EMAIL');
  await withDatabase(readConfig(), async (url) => {
    // Statements over years of readings may take longer than those of the portal.
    const database = openDatabase(url, { size: 2, statementTimeoutMs: 0 });
    try {
      await withUnpacked(file, async (extracted) => {
        const archive = openArchive(extracted);
        const preview = await inTransaction(database.db, 'read', (tx) => previewArchive(tx, archive));
        const { plant, counts, devices, taken } = preview;
        console.log(`${plant.name} (${plant.sid}), exported at ${preview.createdAt}`);
        console.log(
          `${devices.length} devices, ${counts.readings} readings, ${counts.days} days with totals, ${counts.documents} documents`,
        );
        if (taken.length > 0) throw new SerialsTaken(taken);
        if (values.preview) return;
        const done = await inTransaction(database.db, 'write', async (tx) => {
          const email = values.owner ?? '';
          const user = await findUser(tx, email);
          if (!user) throw new ToolFailed(`No user with the email address ${email}.`);
          const imported = await importArchive(tx, archive, {
            ownerId: user.id,
            companyId: null,
            installerId: null,
            user,
            now: Date.now(),
            onFile: (index, count) => showStep(index, count, 'files'),
          });
          await announceRights(tx, { rows: [user.id] });
          return imported;
        });
        showStep();
        console.log(`Imported as ${done.sid}: ${done.readings} readings, ${done.days} days.`);
      });
    } catch (error) {
      throw explained(error);
    } finally {
      await database.close();
    }
  });
}

function explained(error: unknown): unknown {
  if (error instanceof ArchiveRefused)
    return new ToolFailed(`${refusals[error.reason]}${error.file === '' ? '' : ` (${error.file})`}`);
  if (error instanceof SerialsTaken)
    return new ToolFailed(`These serial numbers are in use by another plant: ${error.serials.join(', ')}`);
  return error;
}

await runTool(main);
