/** Meaning of a value under one enum value: ids of a table, or plain values that belong to no one. */
export type Meaning = { readonly table: string } | { readonly plain: readonly string[] };

export interface IdBearingEnum {
  /** Neighbouring argument or field whose meaning the enum determines. */
  readonly governs: string;
  /** Value used while other arguments are tested. */
  readonly usual: string;
  readonly meanings: Readonly<Record<string, Meaning>>;
}

/**
 * Enums that determine the meaning of neighbouring values, so that ids in texts are found. A value without a meaning
 * here fails the test until it is reviewed.
 */
export const idBearingEnums: Readonly<Record<string, IdBearingEnum>> = {
  Criterion: {
    governs: 'values',
    usual: 'DATE',
    meanings: {
      INSTALLATIONS: { table: 'installations' },
      ZONES: { table: 'zones' },
      PASSAGES: { table: 'passages' },
      DEVICES: { table: 'devices' },
      TAGS: { table: 'tags' },
      TAG_CATEGORY: { table: 'tag_categories' },
      DATE: { plain: [aroundNow()] },
      DAY: { plain: ['1', '2', '3', '4', '5', '6', '7'] },
      GENDER: { plain: ['female', 'male'] },
      AGE_CATEGORY: { plain: ['adult'] },
      ENGAGEMENT: { plain: ['engaged'] },
      GROUP_SIZE: { plain: ['2'] },
      ELECTRICITY_ORIGIN: { plain: ['grid'] },
      ELECTRICITY_DESTINATION: { plain: ['self'] },
      ELECTRICITY_USE: { plain: ['heating'] },
      COMBUSTIBLE_TYPE: { plain: ['gas'] },
      COMBUSTIBLE_USE: { plain: ['heating'] },
      WATER_TEMPERATURE: { plain: ['hot'] },
      WATER_USE: { plain: ['kitchen'] },
    },
  },
  RetailTarget: {
    governs: 'entityIds',
    usual: 'ZONE',
    meanings: { ZONE: { table: 'zones' }, PASSAGE: { table: 'passages' }, DEVICE: { table: 'devices' } },
  },
};

/** Returns three days around today, which include the current day in every time zone. */
function aroundNow(): string {
  const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  return `${dayFromNow(-1)}/${dayFromNow(2)}`;
}
