import { ar } from './messages/ar.ts';
import { de } from './messages/de.ts';
import { en, type Messages } from './messages/en.ts';
import { es } from './messages/es.ts';
import { fr } from './messages/fr.ts';
import { it } from './messages/it.ts';

/** Message catalogs of reports, in each language users may choose. */
export const catalogues = { en, fr, de, it, es, ar } as const satisfies Record<string, Messages>;

export type ReportLanguage = keyof typeof catalogues;
