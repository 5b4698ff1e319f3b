import { readFile, stat } from 'node:fs/promises';
import * as v from 'valibot';

/** All texts of the web application, as built. */
export interface Catalogues {
  /** Changes with any text of any language. Empty: nothing has been built. */
  readonly version: string;
  /** Language → message id → message, parsed from ICU. Missing texts are filled in with English. */
  readonly languages: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

const catalogues = v.object({
  version: v.string(),
  languages: v.record(v.string(), v.record(v.string(), v.unknown())),
});

const none: Catalogues = { version: '', languages: {} };

/** Reads the built file, and again after it was replaced, so that a new build needs no restart. */
export function createCatalogueReader(file: string): () => Promise<Catalogues> {
  let known: { readonly writtenAt: number; readonly read: Promise<Catalogues> } | null = null;
  return async () => {
    const writtenAt = await stat(file).then(
      ({ mtimeMs }) => mtimeMs,
      () => null,
    );
    if (writtenAt === null) return none;
    if (known?.writtenAt !== writtenAt) {
      const read = readFile(file, 'utf8').then((text) => v.parse(catalogues, JSON.parse(text)));
      known = { writtenAt, read };
    }
    return known.read;
  };
}
