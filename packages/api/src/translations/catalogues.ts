import { readFile, stat } from 'node:fs/promises';
import * as v from 'valibot';

/** Every text of the web application, as its build wrote them. */
export interface Catalogues {
  /** Differs when any text of any language does; empty where nothing has been built. */
  readonly version: string;
  /** Language → message id → message, parsed from ICU. A text a language lacks stands there in English. */
  readonly languages: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

const catalogues = v.object({
  version: v.string(),
  languages: v.record(v.string(), v.record(v.string(), v.unknown())),
});

const none: Catalogues = { version: '', languages: {} };

/** Reads the file of the build, again whenever it was replaced: a newer build needs no restart to be told of. */
export function cataloguesIn(file: string): () => Promise<Catalogues> {
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
