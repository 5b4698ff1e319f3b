import { failure } from '@atrium/domain/core';
import { type Country, countries, toFlag } from '@atrium/domain/core/phones';
import { isProfileLanguage } from '@atrium/domain/people/access';
import type { Builder } from '../../../platform/graphql/builder.ts';
import { toGraphqlError } from '../../../platform/graphql/errors.ts';

interface NamedCountry extends Country {
  readonly name: string;
}

/**
 * Registers `allCountries`: the countries with national phone number input. Public, because invitations ask for phones.
 */
export function registerCountries(builder: Builder): void {
  const country = builder.objectRef<NamedCountry>('Country').implement({
    fields: (t) => ({
      name: t.exposeString('name'),
      isoCode: t.exposeString('code', { description: 'ISO 3166-1 alpha-2.' }),
      dialCode: t.string({ description: 'With its plus.', resolve: ({ dial }) => `+${dial}` }),
      flag: t.string({ description: 'As a sign of text.', resolve: toFlag }),
      phoneMasks: t.stringList({
        length: { most: 15 },
        description: 'What follows the dial code, shortest first; # stands for a digit.',
        resolve: ({ forms }) => [...new Set(forms.map(({ mask }) => mask))],
      }),
    }),
  });
  builder.queryField('allCountries', (t) =>
    t.field({
      skipTypeScopes: true,
      type: [country],
      length: { most: countries.length },
      args: { lang: t.arg.string({ description: 'Of the names; English where it is left out.' }) },
      resolve: (_root, { lang }) => {
        if (lang != null && !isProfileLanguage(lang))
          throw toGraphqlError(failure('BAD_INPUT', 'No language of the product', 'lang'));
        const names = new Intl.DisplayNames([lang ?? 'en'], { type: 'region' });
        return countries.map((one) => ({ ...one, name: names.of(one.code) ?? one.code }));
      },
    }),
  );
}
