// Programs that tests run if the machine has them.
import { spawnSync } from 'node:child_process';

/** Whether a program can be started. */
export const isInstalled = (program: string): boolean =>
  spawnSync(program, ['--version']).error === undefined;
