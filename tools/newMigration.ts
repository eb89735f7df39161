// Makes the next numbered migration: `npm run db:new reportSettings`.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Path of the next migration in `folder`; throws for an invalid name. */
export function nextMigration(folder: string, name: string): string {
  const words = name.trim().replace(/[\s-]+/g, '_');
  if (!/^[a-z][A-Za-z0-9_]{2,50}$/.test(words)) {
    throw new Error('Name the migration after its change, for example: npm run db:new deviceCommands');
  }
  const numbers = fs.readdirSync(folder).map((file) => Number(/^(\d{4})_.*\.sql$/.exec(file)?.[1] ?? 0));
  return path.join(folder, `${String(Math.max(0, ...numbers) + 1).padStart(4, '0')}_${words}.sql`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = fileURLToPath(new URL('../server/migrations', import.meta.url));
  try {
    const file = nextMigration(folder, process.argv.slice(2).join('_'));
    fs.writeFileSync(
      file,
      '-- State what this changes and why. Forward only: never edit a migration after its release.\n',
      {
        flag: 'wx',
      },
    );
    console.log(path.relative(process.cwd(), file));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
