import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
import { answerOf, Refusal, session } from '../session/index.ts';

/** Sends a file with the operation that takes it; null takes away the one there is. Throws like `ask`. */
export async function sendFile<Answer>(
  document: DocumentTypeDecoration<Answer, { file?: File | null | undefined }> & { toString(): string },
  file: File | null,
): Promise<Answer> {
  const token = session.token();
  try {
    return await send(document.toString(), file, token);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'TOKEN_EXPIRED' || token === null) throw error;
    await session.renew(token);
    return await send(document.toString(), file, session.token());
  }
}

async function send<Answer>(query: string, file: File | null, token: string | null): Promise<Answer> {
  const form = new FormData();
  form.set('operations', JSON.stringify({ query, variables: { file: null } }));
  form.set('map', JSON.stringify({ file: ['variables.file'] }));
  if (file !== null) form.set('file', file);
  const json = { method: 'POST', body: JSON.stringify({ query, variables: { file: null } }) };
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
