import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
import { readResponse, withToken } from '../session/index.ts';

interface WithFile {
  readonly file?: File | null | undefined;
}

type Uploading<Answer, Variables> = DocumentTypeDecoration<Answer, Variables> & { toString(): string };

/** The operation's other variables. */
type Beside<Variables> = keyof Omit<Variables, 'file'> extends never ? [] : [Omit<Variables, 'file'>];

/** Uploads a file with an operation and its other variables; null removes the current file. Throws like `ask`. */
export async function sendFile<Answer, Variables extends WithFile>(
  document: Uploading<Answer, Variables>,
  file: File | null,
  ...rest: Beside<Variables>
): Promise<Answer> {
  return sendFileTo('/v2/graphql', document, file, ...rest);
}

/** Same as `sendFile`, for a given endpoint. */
export async function sendFileTo<Answer, Variables extends WithFile>(
  path: '/v2/graphql' | '/hub/graphql',
  document: Uploading<Answer, Variables>,
  file: File | null,
  ...[rest]: Beside<Variables>
): Promise<Answer> {
  const form = { path, query: document.toString(), file, rest: rest ?? {} };
  return withToken((token) => send<Answer>(form, token));
}

interface Upload {
  readonly path: string;
  readonly query: string;
  readonly file: File | null;
  readonly rest: object;
}

async function send<Answer>({ path, query, file, rest }: Upload, token: string | null): Promise<Answer> {
  const body = JSON.stringify({ query, variables: { ...rest, file: null } });
  const form = new FormData();
  form.set('operations', body);
  form.set('map', JSON.stringify({ file: ['variables.file'] }));
  if (file !== null) form.set('file', file);
  const json = { method: 'POST', body };
  const headers = { authorization: `Bearer ${token}` };
  return readResponse<Answer>(
    await fetch(
      path,
      file === null
        ? { ...json, headers: { ...headers, 'content-type': 'application/json' } }
        : { method: 'POST', body: form, headers },
    ),
  );
}
