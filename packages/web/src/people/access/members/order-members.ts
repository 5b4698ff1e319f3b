import { formatName, type Person } from '../people/person.ts';

export const sortings = ['name', 'role', 'profile', 'twoFactor', 'since'] as const;
export type Sorting = (typeof sortings)[number];

export interface Order {
  readonly by: Sorting;
  readonly isDescending: boolean;
}

/** Names of profiles by id. */
export type ProfileNames = ReadonlyMap<number, string>;

const digits = (text: string) => text.replace(/[\s().-]/g, '');

/** Returns the members whose name, email or phone contains every typed word. Ignores accents. */
export function findMembers(people: readonly Person[], typed: string, locale: string): readonly Person[] {
  const words = plain(typed, locale).split(/\s+/u).filter(Boolean);
  return people.filter((person) => {
    const text = plain(`${formatName(person)} ${person.email} ${person.phone ?? ''}`, locale);
    return words.every((word) => text.includes(word) || (/^\+?\d/.test(word) && text.includes(digits(word))));
  });
}

const plain = (text: string, locale: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLocaleLowerCase(locale);

/** Sorts members. Ties are ordered by name, then by id, so that paging is stable. */
export function sortMembers(
  people: readonly Person[],
  { by, isDescending }: Order,
  profiles: ProfileNames,
  locale: string,
): readonly Person[] {
  const { compare } = new Intl.Collator(locale, { sensitivity: 'base', numeric: true });
  const name = (one: Person, other: Person) => compare(formatName(one), formatName(other));
  const comparers: Record<Sorting, (one: Person, other: Person) => number> = {
    name,
    role: (one, other) => compare(one.role, other.role),
    profile: (one, other) => compare(profiles.get(one.profileId) ?? '', profiles.get(other.profileId) ?? ''),
    twoFactor: (one, other) => Number(other.otpContact !== null) - Number(one.otpContact !== null),
    since: (one, other) => one.createdAt - other.createdAt,
  };
  const sign = isDescending ? -1 : 1;
  return people.toSorted((one, other) => sign * comparers[by](one, other) || name(one, other) || one.id - other.id);
}
