// Not a part of access: its list of countries is large, and only fields for phone numbers want it.
export * from './countries.ts';
export * from './phone.ts';
