/** What a value means under one word of an enum: ids of a table, or something that belongs to nobody. */
export type Meaning = { readonly table: string } | { readonly plain: readonly string[] };

export interface IdBearingEnum {
  /** The argument or field beside the enum whose value it gives a meaning. */
  readonly governs: string;
  /** The word that stands there while something else is tried. */
  readonly usual: string;
  readonly meanings: Readonly<Record<string, Meaning>>;
}

/**
 * The enums that say what the values beside them are, so that ids hidden in texts are found. A word without a meaning
 * here fails the test: nobody has said yet whether it names something of an organization.
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

/** Three days with today in the middle: wherever a site lies, its present day is among them. */
function aroundNow(): string {
  const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  return `${dayFromNow(-1)}/${dayFromNow(2)}`;
}
