import { countedAs } from '../../addresses/index.ts';

/** How many sockets of callers who are not signed in there may be: of one address, and of all. */
export interface SocketLimits {
  readonly ofAddress: number;
  readonly ofAll: number;
  /** Of one person, in all their tabs. */
  readonly ofPerson: number;
}

/** A shopping centre has some dozens of displays behind one address; each of them takes a socket. */
export const socketLimits: SocketLimits = { ofAddress: 100, ofAll: 3000, ofPerson: 100 };

/** The place of a socket, or of an answer that goes on as events, among those that are open. */
export interface SocketPlace {
  /** Somebody signed in with it: it counts as theirs from now on. False: they have too many. */
  signedIn(person: number): boolean;
  free(): void;
}

/** Counts open sockets. Those that have not said yet who they are count with those of nobody. */
export function socketPlaces(limits: SocketLimits = socketLimits) {
  const counts = new Map<string, number>();
  const count = (key: string) => counts.get(key) ?? 0;
  const add = (key: string, more: 1 | -1) => {
    const left = count(key) + more;
    if (left > 0) counts.set(key, left);
    else counts.delete(key);
  };

  return {
    /** Those that are open at this moment: of people who signed in, and of anybody. */
    open(): { readonly signedIn: number; readonly anybody: number } {
      const people = [...counts].filter(([key]) => key.startsWith('person '));
      return { signedIn: people.reduce((sum, [, own]) => sum + own, 0), anybody: count('nobody') };
    },

    /** null: there are too many of that address, or of all. */
    take(address: string): SocketPlace | null {
      let held = ['nobody', `address ${countedAs(address)}`];
      const [all = '', own = ''] = held;
      if (count(all) >= limits.ofAll || count(own) >= limits.ofAddress) return null;
      for (const key of held) add(key, 1);
      let isOver = false;
      const moveTo = (keys: string[]) => {
        for (const key of held) add(key, -1);
        held = keys;
        for (const key of held) add(key, 1);
      };
      return {
        signedIn(person) {
          const key = `person ${person}`;
          if (isOver || count(key) >= limits.ofPerson) return false;
          moveTo([key]);
          return true;
        },
        free() {
          isOver = true;
          moveTo([]);
        },
      };
    },
  };
}

export type SocketPlaces = ReturnType<typeof socketPlaces>;
