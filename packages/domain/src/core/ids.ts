/** Ids are plain integers at run time. The brand prevents passing a zone's id for a passage's. */
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

/** The only conversion from a number in a store, a session or a URL to a branded id. */
export function id<T extends Id<string>>(value: number): T {
  return value as T;
}
