import { parseDeclaredTime } from '@atrium/domain/setup/site-files';
import { joinKey, type UserState } from '../../../sites/stored/index.ts';
import type { DeclaredTag, DeclaredUser, SiteFile } from '../format/site-file.ts';
import { type Declaring, firstDefined } from './declaring.ts';

export function declareOrganization(file: SiteFile, declaring: Declaring): void {
  const stored = declaring.stored('organization', '');
  const { name, address, embedOrigins, migrationDeadline, keepReadings, firstWeekday, fiscalYear } = file.organization;
  const colours = { ...(declaring.prune ? {} : stored?.colours), ...file.colours };
  const deadline = migrationDeadline == null ? migrationDeadline : parseDeclaredTime(migrationDeadline, 'UTC');
  declaring.next.organization.set('', {
    name,
    address: firstDefined(address, stored?.address, null),
    embedOrigins: embedOrigins === undefined ? (stored?.embedOrigins ?? []) : [...new Set(embedOrigins)].sort(),
    colours,
    factors: file.factors ?? (declaring.prune ? [] : (stored?.factors ?? [])),
    bands: file.bands ?? (declaring.prune ? [] : (stored?.bands ?? [])),
    firstWeekday: firstDefined(firstWeekday, stored?.firstWeekday, 1),
    fiscalYear: firstDefined(fiscalYear, stored?.fiscalYear, null),
    migrationDeadline: firstDefined(deadline, stored?.migrationDeadline, null),
    keepReadings: firstDefined(keepReadings, stored?.keepReadings, null),
  });
}

/** Declares tag categories and their tags. Pruning removes those left out, also from zones. */
export function declareTags(file: SiteFile, declaring: Declaring): void {
  if (declaring.prune) {
    declaring.next.tagCategory.clear();
    declaring.next.tag.clear();
  }
  for (const [category, tags] of Object.entries(file.tags ?? {})) {
    if (category.trim() === '' || category.includes('/') || category.length > 200) {
      declaring.problem(
        file.tags ?? {},
        category,
        `expected the name of a tag category, without "/", found "${category}"`,
      );
    }
    declaring.declare('tagCategory', { name: category }, file.tags ?? {}, category, `the tag category ${category}`);
    declareTagsWithin(category, null, tags, declaring);
  }
}

/** Declares the tags of a list and those written inside them, which become part of them. */
function declareTagsWithin(
  category: string,
  parent: string | null,
  tags: readonly DeclaredTag[],
  declaring: Declaring,
): void {
  tags.forEach((tag, index) => {
    const { name, tags: inner } = typeof tag === 'string' ? { name: tag, tags: [] } : tag;
    declaring.declare('tag', { category, name, parent }, tags, String(index), `the tag ${name}`);
    declareTagsWithin(category, name, inner, declaring);
  });
}

/** Declares profiles. Pruning leaves profiles and users alone: people are only removed in the user management. */
export function declareProfiles(file: SiteFile, declaring: Declaring): void {
  for (const profile of file.profiles ?? [])
    declaring.declare('profile', profile, profile, 'name', `the profile ${profile.name}`);
}

export function declareUsers(file: SiteFile, declaring: Declaring): void {
  for (const user of file.users ?? []) {
    const stored = declaring.stored('user', user.email);
    const profile = firstDefined(user.profile, stored?.profile, '');
    if (profile === '') declaring.problem(user, '', `the new user ${user.email} needs the field "profile"`);
    else if (!declaring.next.profile.has(profile))
      declaring.problem(user, 'profile', `there is no profile "${profile}"`);
    user.sites?.forEach((site, index) => {
      if (!declaring.isKnown('installation', site))
        declaring.problem(user.sites ?? [], String(index), `there is no installation "${site}"`);
    });
    const { sites, siteTags } = declareSitesOf(user, stored, declaring);
    declaring.declare(
      'user',
      {
        email: user.email,
        profile,
        role: firstDefined(user.role, stored?.role, 'user'),
        language: firstDefined(user.language, stored?.language, 'fr'),
        firstName: firstDefined(user.firstName, stored?.firstName, ''),
        lastName: firstDefined(user.lastName, stored?.lastName, ''),
        sites,
        siteTags,
      },
      user,
      'email',
      `the user ${user.email}`,
    );
  }
}

/** Sites that are null, for all, end the tags that limited somebody before. */
function declareSitesOf(
  user: DeclaredUser,
  stored: UserState | undefined,
  declaring: Declaring,
): Pick<UserState, 'sites' | 'siteTags'> {
  const kept = user.sites === null ? [] : (stored?.siteTags ?? []);
  const siteTags = findTags({ ...(user.siteTags && { tags: user.siteTags }) }, { tags: kept }, declaring);
  const sites = user.sites === undefined ? (stored?.sites ?? null) : user.sites && [...new Set(user.sites)].sort();
  return { sites: siteTags.length > 0 ? (sites ?? []) : sites, siteTags };
}

/** Finds the keys of the tags that a zone, a site or a person names, sorted. Without a list it keeps the stored ones. */
export function findTags(
  declared: { readonly tags?: readonly string[] },
  stored: { readonly tags: readonly string[] } | undefined,
  declaring: Declaring,
): readonly string[] {
  if (declared.tags === undefined) return (stored?.tags ?? []).filter((tag) => declaring.next.tag.has(tag));
  const keys = new Set<string>();
  declared.tags.forEach((name, index) => {
    const found = findTag(name, declaring);
    if ('key' in found) keys.add(found.key);
    else declaring.problem(declared.tags ?? [], String(index), found.problem);
  });
  return [...keys].sort();
}

/** Finds the tag that a zone or a site names, by its name alone if that is unambiguous, otherwise by `category/name`. */
export function findTag(name: string, declaring: Declaring): { readonly key: string } | { readonly problem: string } {
  const byName = [...declaring.next.tag.values()].filter((tag) => tag.name === name);
  if (byName.length === 1 && byName[0] !== undefined) return { key: joinKey(byName[0].category, name) };
  if (byName.length > 1) {
    return {
      problem: `several tag categories have a tag "${name}": write ${byName.map((tag) => `"${tag.category}/${name}"`).join(' or ')}`,
    };
  }
  const slash = name.indexOf('/');
  const key = joinKey(name.slice(0, slash), name.slice(slash + 1));
  return slash > 0 && declaring.next.tag.has(key)
    ? { key }
    : { problem: `there is no tag "${name}": declare it under tags` };
}
