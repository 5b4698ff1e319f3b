import type { RecipeOptions } from '@atrium/domain/numbers/import';
import { integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { organizations } from '../../../../platform/tenancy/organizations.schema.ts';

/** How an organization reads files of a shape: the answers that somebody gave once. */
export const importRecipes = pgTable(
  'import_recipes',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    organizationId: integer()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    options: jsonb().$type<RecipeOptions>().notNull(),
  },
  (table) => [uniqueIndex().on(table.organizationId, table.name)],
);
