import { toRateLimitKey } from '../../addresses/ip-address.ts';

/** Maximum number of anonymous sockets: per address, and in total. */
export interface SocketLimits {
  readonly ofAddress: number;
  readonly ofAll: number;
  /** Maximum per person, across all tabs. */
  readonly ofPerson: number;
}

/** A shopping centre may have dozens of displays behind one address, each with a socket. */
export const socketLimits: SocketLimits = { ofAddress: 100, ofAll: 3000, ofPerson: 100 };

/** Slot of an open socket or event stream. */
export interface SocketSlot {
  /** Counts the slot as this person's from now on; false when they have too many. */
  signedIn(person: number): boolean;
  free(): void;
}

/** Counts open sockets. Sockets that have not authenticated yet count as anonymous. */
export function createSocketSlots(limits: SocketLimits = socketLimits) {
  const counts = new Map<string, number>();
  const count = (key: string) => counts.get(key) ?? 0;
  const add = (key: string, more: 1 | -1) => {
    const left = count(key) + more;
    if (left > 0) counts.set(key, left);
    else counts.delete(key);
  };

  return {
    /** Returns the current number of open sockets: of signed-in people, and anonymous ones. */
    open(): { readonly signedIn: number; readonly anybody: number } {
      const people = [...counts].filter(([key]) => key.startsWith('person '));
      return { signedIn: people.reduce((sum, [, own]) => sum + own, 0), anybody: count('nobody') };
    },

    /** Reserves a slot; null when there are too many of that address or in total. */
    take(address: string): SocketSlot | null {
      let held = ['nobody', `address ${toRateLimitKey(address)}`];
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

export type SocketSlots = ReturnType<typeof createSocketSlots>;
