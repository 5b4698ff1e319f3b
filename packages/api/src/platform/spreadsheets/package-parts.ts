import { escapeXml } from './cell-xml.ts';

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const content = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Path of a sheet in the package, counted from 1. */
export const sheetPath = (number: number) => `xl/worksheets/sheet${number}.xml`;

/** Builds all parts of the package except its sheets, whose names are given in order. */
export function buildPackageParts(sheetNames: readonly string[], stylesXml: string): ReadonlyMap<string, string> {
  const each = (form: (number: number, name: string) => string) =>
    sheetNames.map((name, at) => form(at + 1, name)).join('');
  const stylesId = sheetNames.length + 1;
  const parts = {
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">' +
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
      `<Override PartName="/xl/workbook.xml" ContentType="${content}.sheet.main+xml"/>` +
      `<Override PartName="/xl/styles.xml" ContentType="${content}.styles+xml"/>` +
      each((number) => `<Override PartName="/${sheetPath(number)}" ContentType="${content}.worksheet+xml"/>`) +
      '</Types>',
    '_rels/.rels': relationshipsXml(relationshipXml(1, 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml':
      `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${relationships}"><sheets>` +
      each((number, name) => `<sheet name="${escapeXml(name)}" sheetId="${number}" r:id="rId${number}"/>`) +
      '</sheets></workbook>',
    'xl/_rels/workbook.xml.rels': relationshipsXml(
      each((number) => relationshipXml(number, 'worksheet', sheetPath(number).slice('xl/'.length))) +
        relationshipXml(stylesId, 'styles', 'styles.xml'),
    ),
    'xl/styles.xml': stylesXml,
  };
  return new Map(Object.entries(parts).map(([path, xml]) => [path, declaration + xml]));
}

const relationshipsXml = (inner: string) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${inner}</Relationships>`;

const relationshipXml = (id: number, type: string, target: string) =>
  `<Relationship Id="rId${id}" Type="${relationships}/${type}" Target="${target}"/>`;
