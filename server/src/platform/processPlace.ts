// Identity of a process: boot of the kernel, PID namespace and start time. A PID alone is no identity: containers reuse
// PID 1, and every system reuses PIDs.
import fs from 'node:fs';
import os from 'node:os';

export interface Place {
  /** One boot of one kernel. Two containers of one host share it; two hosts never do. */
  boot: string;
  /** PID namespace; '' where the system has none. Unique among the live namespaces of one boot. */
  namespace: string;
}

export interface ProcessIdentity extends Place {
  pid: number;
  /** Start time in clock ticks since boot; '' where the system does not provide it. */
  started: string;
}

const isLinux = process.platform === 'linux';

function bootId(): string {
  if (!isLinux) return `${process.platform}-${os.hostname()}`;
  try {
    return fs.readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return `linux-${os.hostname()}`;
  }
}

export function placeHere(): Place {
  let namespace = '';
  try {
    namespace = fs.readlinkSync('/proc/self/ns/pid');
  } catch {
    // No /proc: the boot alone has to do.
  }
  return { boot: bootId(), namespace };
}

/** Start time of a process of this PID namespace; undefined when it does not run or is a zombie. */
export function startOf(pid: number): string | undefined {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return undefined;
  }
  if (!isLinux) return '';
  try {
    const fields = fs
      .readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return fields[0] === 'Z' ? undefined : (fields[19] ?? '');
  } catch {
    return undefined;
  }
}

export const thisProcess = (): ProcessIdentity => ({
  ...placeHere(),
  pid: process.pid,
  started: startOf(process.pid) ?? '',
});

/** File systems of one kernel; a folder on them is never open on two hosts. */
const LOCAL_FILE_SYSTEMS = new Set([
  0xef53, // ext2, ext3, ext4
  0x58465342, // XFS
  0x9123683e, // Btrfs
  0xf2f52010, // F2FS
  0x2fc12fc1, // ZFS
  0xca451a4e, // bcachefs
  0x01021994, // tmpfs
  0x794c7630, // overlayfs
]);

/** False for network and shared file systems, and wherever the type is unknown. */
export function isLocalFolder(folder: string): boolean {
  return isLinux && LOCAL_FILE_SYSTEMS.has(fs.statfsSync(folder).type);
}

/**
 * State of a process that recorded `identity` in `folder`. `dead`: it ran in this PID namespace and is gone, or in an
 * earlier boot of the only kernel that can access the folder. `alive`: it runs. `unknown`: another namespace or another
 * host.
 */
export function stateOf(identity: ProcessIdentity, folder: string): 'alive' | 'dead' | 'unknown' {
  const here = placeHere();
  if (identity.boot !== here.boot) return isLocalFolder(folder) ? 'dead' : 'unknown';
  if (identity.namespace !== here.namespace) return 'unknown';
  const started = startOf(identity.pid);
  return started === undefined || started !== identity.started ? 'dead' : 'alive';
}
