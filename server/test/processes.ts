// Real server processes on one database, each with its own environment.
import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { sharedPrograms, testFolder } from './testFolder.ts';

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));

export interface ServerProcess {
  url: string;
  /** Folder it was started in, which is its DATA_DIR too. */
  folder: string;
  /** Resolves when it has gone, by `signal`. */
  kill(signal?: NodeJS.Signals): Promise<void>;
}

/** Starts one and resolves when it is ready; rejects with its words when it ends before. */
export async function startProcess(env: Record<string, string>): Promise<ServerProcess> {
  const folder = fs.mkdtempSync(path.join(testFolder(), 'helioport-process-'));
  const child: ChildProcess = spawn(process.execPath, ['--import', 'tsx', main], {
    env: {
      ...process.env,
      PORT: '0',
      MQTT: 'off',
      DEMO: 'off',
      LOG_LEVEL: 'warn',
      DATA_DIR: folder,
      PROGRAM_DIR: sharedPrograms(),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    let words = '';
    const append = (chunk: Buffer) => {
      words = (words + chunk.toString()).slice(-4_000);
      const address = /ready at (http:\S+)/.exec(words)?.[1];
      if (address) resolve(address);
    };
    child.stdout?.on('data', append);
    child.stderr?.on('data', append);
    void gone.then(() => reject(new Error(`a server ended: ${words}`)));
  });
  return {
    url,
    folder,
    async kill(signal = 'SIGTERM') {
      child.kill(signal);
      await gone;
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}
