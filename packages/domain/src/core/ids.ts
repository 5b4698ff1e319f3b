/** Ids are plain integers at run time; the brand keeps a zone's id from being passed where a passage's belongs. */
declare const brand: unique symbol;
type Id<Name extends string> = number & { readonly [brand]: Name };

export type OrganizationId = Id<'organization'>;
export type UserId = Id<'user'>;
export type ProfileId = Id<'profile'>;
export type InstallationId = Id<'installation'>;
export type ZoneId = Id<'zone'>;
export type PassageId = Id<'passage'>;
export type DeviceId = Id<'device'>;
export type EventId = Id<'event'>;
export type TagCategoryId = Id<'tagCategory'>;
export type TagId = Id<'tag'>;
export type DashboardId = Id<'dashboard'>;
export type PageId = Id<'page'>;
export type BookmarkId = Id<'bookmark'>;

/** The one way from a number read off a store, a session or an address to a branded id. */
export function id<T extends Id<string>>(value: number): T {
  return value as T;
}
