import type { Scope } from '../../access/scope.ts';

/** What every resolver is given. Modules are closed over when fields are registered, never looked up here. */
export interface GraphqlContext {
  /** null: nobody is signed in. The reason tells an expired token from none. */
  readonly scope: Scope | null;
  readonly tokenProblem: 'none' | 'expired' | 'invalid' | null;
  /** The peer's address, for rate limits only. */
  readonly address: string;
}
