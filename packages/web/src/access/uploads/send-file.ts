import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
import { answerOf, Refusal, session } from '../session/index.ts';

interface WithFile {
  readonly file?: File | null | undefined;
}

/**
 * Sends a file with the operation that takes it, and what else that is told; null takes away the one there is. Throws
 * like `ask`.
 */
export async function sendFile<Answer, Variables extends WithFile>(
  document: DocumentTypeDecoration<Answer, Variables> & { toString(): string },
  file: File | null,
  ...[rest]: keyof Omit<Variables, 'file'> extends never ? [] : [Omit<Variables, 'file'>]
): Promise<Answer> {
  const token = session.token();
  try {
    return await send(document.toString(), file, rest ?? {}, token);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'TOKEN_EXPIRED' || token === null) throw error;
    await session.renew(token);
    return await send(document.toString(), file, rest ?? {}, session.token());
  }
}

async function send<Answer>(query: string, file: File | null, rest: object, token: string | null): Promise<Answer> {
  const body = JSON.stringify({ query, variables: { ...rest, file: null } });
  const form = new FormData();
  form.set('operations', body);
  form.set('map', JSON.stringify({ file: ['variables.file'] }));
  if (file !== null) form.set('file', file);
  const json = { method: 'POST', body };
  const headers = { authorization: `Bearer ${token}` };
  return answerOf<Answer>(
    await fetch(
      '/v2/graphql',
      file === null
        ? { ...json, headers: { ...headers, 'content-type': 'application/json' } }
        : { method: 'POST', body: form, headers },
    ),
  );
}
