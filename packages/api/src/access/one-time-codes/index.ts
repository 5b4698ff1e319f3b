export { type CodeAttempt, checkCode } from './check-code.ts';
export { checkReach } from './check-reach.ts';
export { createCodeHasher } from './code-hash.ts';
export { type CodeDependencies, type CodeRequest, type IssuedCode, issueCode } from './issue-code.ts';
export { registerIssuedCode } from './issued-code.graphql.ts';
export { oneTimeCodesStore, type ProvenContact } from './one-time-codes.store.ts';
