import { type Area, areas, hasRight, type Requirement, type Right, rightsOf } from '@atrium/domain/people/access';
import type { Scope } from '../../../src/platform/tenancy/index.ts';

/** Declared access of an operation: named conditions, one of which suffices unless they are under `$all`. */
type Declaration = Readonly<Record<string, unknown>>;

type Holder = Pick<Scope, 'role' | 'rights'> & { readonly viewedBy?: Scope['viewedBy'] };

/** Whether a signed-in user satisfies a declaration, computed independently of the library that enforces it. */
export function isPermitted(declaration: unknown, holder: Holder): boolean {
  return entriesOf(declaration).some((entry) => fulfils(entry, holder));
}

function fulfils([key, value]: readonly [string, unknown], holder: Holder): boolean {
  switch (key) {
    case '$any':
      return entriesOf(value).some((entry) => fulfils(entry, holder));
    case '$all':
      return entriesOf(value).every((entry) => fulfils(entry, holder));
    case 'area':
      return asks(areas[value as Area], holder);
    case 'signedIn':
      return value === true;
    case 'themselves':
      return value === ((holder.viewedBy ?? null) === null);
    default:
      throw new Error(`nobody has said what "${key}" asks of a caller`);
  }
}

/** Evaluates an area's requirement independently. No operation uses requirements that depend on what sites measure. */
function asks(requirement: Requirement, holder: Holder): boolean {
  if (requirement.kind === 'right') return hasRight(holder.rights, requirement.right);
  if (requirement.kind === 'administrator') return holder.role === 'admin';
  if (requirement.kind === 'any') return requirement.of.some((part) => asks(part, holder));
  return requirement.kind === 'all' && requirement.of.every((part) => asks(part, holder));
}

/** Returns all areas in a declaration. */
export function listAreas(declaration: unknown): readonly Area[] {
  return entriesOf(declaration).flatMap(([key, value]) => (key === 'area' ? [value as Area] : listAreas(value)));
}

/** Returns the rights behind these areas. */
export const listRights = (declaration: unknown): readonly Right[] => listAreas(declaration).flatMap(rightsOf);

const entriesOf = (declaration: unknown): readonly (readonly [string, unknown])[] =>
  typeof declaration === 'object' && declaration !== null ? Object.entries(declaration as Declaration) : [];
