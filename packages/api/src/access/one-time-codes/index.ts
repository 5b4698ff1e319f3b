export { checkCode } from './check-code.ts';
export { type CodeHasher, codeHasher } from './code-hash.ts';
export { type CodeDependencies, type CodeRequest, type IssuedCode, issueCode } from './issue-code.ts';
export type { ProvenContact } from './one-time-codes.store.ts';
