import { mkdir, open, rename, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Manifest } from '../repository/manifest.ts';
import type { Repository } from '../repository/repository.ts';

/** Restores the files below the data folder, each atomically and readable only by its owner. */
export async function restoreFiles(folder: string, repository: Repository, { files }: Manifest): Promise<void> {
  for (const { path, changed, objects } of files) {
    const place = join(folder, path);
    await mkdir(dirname(place), { recursive: true, mode: 0o700 });
    const draft = `${place}.new`;
    const file = await open(draft, 'w', 0o600);
    try {
      for (const object of objects) await file.writeFile(await repository.get(object));
      await file.sync();
    } finally {
      await file.close();
    }
    await utimes(draft, changed / 1000, changed / 1000);
    await rename(draft, place);
  }
}
