import type { ProfileLanguage } from '@atrium/domain/people/access';

/** Names of the sample site and its parts. In every language, the site's name says that it is a sample. */
export interface SampleNames {
  readonly site: string;
  readonly floor: string;
  readonly cafe: string;
  readonly street: string;
  readonly terrace: string;
  readonly air: string;
  readonly power: string;
  readonly event: string;
}

export const sampleNames: Readonly<Record<ProfileLanguage, SampleNames>> = {
  en: {
    site: 'Sample shop',
    floor: 'Sales floor',
    cafe: 'Café',
    street: 'Street door',
    terrace: 'Terrace door',
    air: 'Air of the sales floor',
    power: 'Power of the sales floor',
    event: 'All year',
  },
  fr: {
    site: 'Magasin d’exemple',
    floor: 'Surface de vente',
    cafe: 'Café',
    street: 'Porte sur rue',
    terrace: 'Porte de la terrasse',
    air: 'Air de la surface de vente',
    power: 'Électricité de la surface de vente',
    event: 'Toute l’année',
  },
  de: {
    site: 'Beispielgeschäft',
    floor: 'Verkaufsfläche',
    cafe: 'Café',
    street: 'Tür zur Strasse',
    terrace: 'Tür zur Terrasse',
    air: 'Luft der Verkaufsfläche',
    power: 'Strom der Verkaufsfläche',
    event: 'Ganzes Jahr',
  },
  it: {
    site: 'Negozio di esempio',
    floor: 'Area di vendita',
    cafe: 'Caffè',
    street: 'Porta sulla strada',
    terrace: 'Porta della terrazza',
    air: 'Aria dell’area di vendita',
    power: 'Elettricità dell’area di vendita',
    event: 'Tutto l’anno',
  },
  es: {
    site: 'Tienda de ejemplo',
    floor: 'Sala de ventas',
    cafe: 'Cafetería',
    street: 'Puerta de la calle',
    terrace: 'Puerta de la terraza',
    air: 'Aire de la sala de ventas',
    power: 'Electricidad de la sala de ventas',
    event: 'Todo el año',
  },
  ar: {
    site: 'متجر نموذجي',
    floor: 'صالة البيع',
    cafe: 'المقهى',
    street: 'باب الشارع',
    terrace: 'باب الشرفة',
    air: 'هواء صالة البيع',
    power: 'كهرباء صالة البيع',
    event: 'طوال السنة',
  },
};
