import { holds, type Right } from '@atrium/domain/access';
import type { Scope } from '../access/index.ts';

/** As operations declare it: named conditions of which one is enough, unless they stand under `$all`. */
type Declaration = Readonly<Record<string, unknown>>;

type Holder = Pick<Scope, 'role' | 'rights'> & { readonly viewedBy?: Scope['viewedBy'] };

/** Whether somebody signed in may pass a declaration, worked out without the library that enforces it. */
export function permits(declaration: unknown, holder: Holder): boolean {
  return entriesOf(declaration).some((entry) => fulfils(entry, holder));
}

function fulfils([key, value]: readonly [string, unknown], holder: Holder): boolean {
  switch (key) {
    case '$any':
      return entriesOf(value).some((entry) => fulfils(entry, holder));
    case '$all':
      return entriesOf(value).every((entry) => fulfils(entry, holder));
    case 'right':
      return holds(holder.rights, value as Right);
    case 'administrator':
      return value === (holder.role === 'admin');
    case 'signedIn':
      return value === true;
    case 'themselves':
      return value === ((holder.viewedBy ?? null) === null);
    default:
      throw new Error(`nobody has said what "${key}" asks of a caller`);
  }
}

/** The rights a declaration names, wherever in it they stand. */
export function rightsIn(declaration: unknown): readonly Right[] {
  return entriesOf(declaration).flatMap(([key, value]) => (key === 'right' ? [value as Right] : rightsIn(value)));
}

const entriesOf = (declaration: unknown): readonly (readonly [string, unknown])[] =>
  typeof declaration === 'object' && declaration !== null ? Object.entries(declaration as Declaration) : [];
