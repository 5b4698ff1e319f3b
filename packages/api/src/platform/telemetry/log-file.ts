import {
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

/** Bytes of a log file before it is renamed. With the renamed one, the log takes at most twice as much. */
const maxFileBytes = 5_000_000;
/** Lines in memory until the file is open: enough for any start. */
const maxPending = 1000;

const folderOf = (dataFolder: string) => join(dataFolder, 'logs');
const newest = (dataFolder: string) => join(folderOf(dataFolder), 'atrium.log');
const previous = (dataFolder: string) => join(folderOf(dataFolder), 'atrium.1.log');

export interface LogFile {
  /** Writes a line; in memory until the file is open. */
  write(line: string): void;
  /** Opens the file in a data folder that this process has locked. */
  open(dataFolder: string): void;
}

/**
 * Creates the log file of a server, two files of at most 5 MB. A full disk loses lines of the file, never the server:
 * standard error has them too.
 */
export function createLogFile(): LogFile {
  let pending: string[] | null = [];
  let folder = '';
  let file: number | null = null;
  let bytes = 0;
  const reopen = () => {
    file = openSync(newest(folder), 'a', 0o600);
    bytes = fstatSync(file).size;
  };
  const append = (line: string) => {
    try {
      if (file === null) reopen();
      if (bytes >= maxFileBytes && file !== null) {
        closeSync(file);
        file = null;
        renameSync(newest(folder), previous(folder));
        reopen();
      }
      bytes += writeSync(file as unknown as number, line);
    } catch {
      // Logging this would come here again.
    }
  };
  return {
    write(line) {
      if (pending === null) append(line);
      else if (pending.length < maxPending) pending.push(line);
    },
    open(dataFolder) {
      folder = dataFolder;
      try {
        mkdirSync(folderOf(folder), { recursive: true, mode: 0o700 });
      } catch {
        // Each line tries again to open its file.
      }
      const early = pending ?? [];
      pending = null;
      for (const line of early) append(line);
    },
  };
}

export interface LogReader {
  /** Returns at most this many of the newest lines, oldest first; null if there is no log. */
  readNewest(lines: number): readonly string[] | null;
  /** Returns the lines written since the last call. */
  readAdded(): readonly string[];
}

/** Reads the log of a data folder, also while a server writes it. */
export function createLogReader(dataFolder: string): LogReader {
  let position = 0;
  let identity = 0;
  let rest = '';
  return {
    readNewest(lines) {
      if (!existsSync(newest(dataFolder))) return null;
      const text = readFileSync(newest(dataFolder), 'utf8');
      position = Buffer.byteLength(text);
      identity = statSync(newest(dataFolder)).ino;
      const own = toLines(text);
      const older =
        own.length < lines && existsSync(previous(dataFolder))
          ? toLines(readFileSync(previous(dataFolder), 'utf8'))
          : [];
      return [...older, ...own].slice(-lines);
    },
    readAdded() {
      const found = statSync(newest(dataFolder), { throwIfNoEntry: false });
      if (found === undefined) return [];
      if (found.ino !== identity) {
        identity = found.ino;
        position = 0;
        rest = '';
      }
      if (found.size <= position) return [];
      const file = openSync(newest(dataFolder), 'r');
      const bytes = Buffer.alloc(found.size - position);
      const read = readSync(file, bytes, 0, bytes.length, position);
      closeSync(file);
      position += read;
      const lines = `${rest}${bytes.toString('utf8', 0, read)}`.split('\n');
      rest = lines.pop() ?? '';
      return lines.filter((line) => line !== '');
    },
  };
}

const toLines = (text: string) => text.split('\n').filter((line) => line !== '');
