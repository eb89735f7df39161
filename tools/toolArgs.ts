// Arguments of the tools: `--help` prints the usage, and a wrong argument is answered with a sentence instead of a stack.
import { type ParseArgsConfig, parseArgs } from 'node:util';

/** The parsed arguments. Prints `usage` and ends for `--help`, or with the reason and code 1 for wrong ones. */
export function toolArgs<const T extends ParseArgsConfig>(
  usage: string,
  config: T,
): ReturnType<typeof parseArgs<T>> {
  if (process.argv.slice(2).some((argument) => argument === '--help' || argument === '-h')) {
    console.log(usage);
    process.exit(0);
  }
  try {
    return parseArgs(config);
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${usage}`);
    process.exit(1);
  }
}
