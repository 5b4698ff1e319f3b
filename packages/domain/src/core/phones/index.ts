// Separate from access, because the list of countries is large and only phone number fields need it.
export * from './countries.ts';
export * from './phone.ts';
