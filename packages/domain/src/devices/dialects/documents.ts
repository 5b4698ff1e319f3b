import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { err, ok, type Result } from '../../core/index.ts';
import type { Document } from './dialect.ts';

/** Maximum nesting of elements, objects and lists; no device's format comes near. */
const maxDepth = 24;
/** Characters of a body; those of devices have a few thousand. */
const longestBody = 100_000;
/** Limits of XML: each element or attribute takes some microseconds to parse, and an empty one has four characters. */
const maxElements = 3_000;
const maxAttributes = 10_000;
/** Values of JSON, including objects and lists. */
const maxValues = 20_000;

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: false,
  htmlEntities: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  maxNestedTags: maxDepth,
});

/**
 * Parses a body as JSON or XML, depending on its first character. Refuses XML with a document type or entities: devices
 * don't need them, and they allow attacks on memory and files.
 */
export function parseDocument(text: string): Result<Document, string> {
  if (text.length > longestBody) return err(`A body takes at most ${longestBody} characters.`);
  const start = text.replace(/^\uFEFF/, '').trimStart();
  return start.startsWith('<') ? readXml(start) : readJson(start);
}

function readJson(text: string): Result<Document, string> {
  let root: unknown;
  try {
    root = JSON.parse(text);
  } catch {
    return err('The body is neither JSON nor XML.');
  }
  const problem = sizeProblem(root);
  return problem === null ? ok({ format: 'json', root }) : err(problem);
}

/** Level by level rather than recursive, since a text can nest as deep as it is long. */
function sizeProblem(root: unknown): string | null {
  let level: readonly unknown[] = [root];
  let values = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxDepth) return `A body nests at most ${maxDepth} levels.`;
    values += level.length;
    if (values > maxValues) return `A body takes at most ${maxValues} values.`;
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  }
  return null;
}

function readXml(text: string): Result<Document, string> {
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) return err('XML with a document type is not read.');
  // Checked before parsing, which is the expensive part.
  if (countOf(text, '<') - countOf(text, '</') > maxElements)
    return err(`A body takes at most ${maxElements} elements.`);
  if (countOf(text, '=') > maxAttributes) return err(`A body takes at most ${maxAttributes} attributes.`);
  try {
    if (XMLValidator.validate(text) !== true) return err('The body is no well-formed XML.');
    return ok({ format: 'xml', root: parser.parse(text) });
  } catch {
    return err('The body is no well-formed XML.');
  }
}

function countOf(text: string, part: string): number {
  let count = 0;
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) count += 1;
  return count;
}
