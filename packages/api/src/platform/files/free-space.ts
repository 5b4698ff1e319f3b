import { statfs } from 'node:fs/promises';

/** Returns the bytes that may still be written to the disk of a folder. */
export async function readFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Returns the size of the disk of a folder, bytes. */
export async function readDiskBytes(folder: string): Promise<number> {
  const { blocks, bsize } = await statfs(folder);
  return blocks * bsize;
}
