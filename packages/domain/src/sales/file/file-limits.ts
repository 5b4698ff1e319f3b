/** Limits of a sales file. */
export const fileLimits = {
  bytes: 10 * 1024 * 1024,
  /** Size of an unpacked spreadsheet. */
  unpackedBytes: 160 * 1024 * 1024,
  rows: 400_000,
  columns: 50,
} as const;

export const fileExtensions = ['csv', 'xlsx', 'xls'] as const;

export type FileExtension = (typeof fileExtensions)[number];

/** Returns the extension of a file name, ignoring case. Null: no sales file. */
export function getFileExtension(name: string): FileExtension | null {
  const end = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase();
  return fileExtensions.find((extension) => extension === end) ?? null;
}
