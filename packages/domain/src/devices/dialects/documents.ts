import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { err, ok, type Result } from '../../core/index.ts';
import type { Document } from './dialect.ts';

/** Elements in one another; no device's format comes near. */
const deepest = 24;
/** Characters of a body; those of devices have a few thousand. */
const longestBody = 100_000;

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
  maxNestedTags: deepest,
});

/**
 * A body as a tree, JSON or XML by its first character. XML that declares a document type or entities is refused:
 * devices have no use for them, and everything they are good for costs memory or reads files.
 */
export function readDocument(text: string): Result<Document, string> {
  if (text.length > longestBody) return err(`A body takes at most ${longestBody} characters.`);
  const start = text.replace(/^\uFEFF/, '').trimStart();
  return start.startsWith('<') ? readXml(start) : readJson(start);
}

function readJson(text: string): Result<Document, string> {
  try {
    return ok({ format: 'json', root: JSON.parse(text) });
  } catch {
    return err('The body is neither JSON nor XML.');
  }
}

function readXml(text: string): Result<Document, string> {
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) return err('XML with a document type is not read.');
  try {
    if (XMLValidator.validate(text) !== true) return err('The body is no well-formed XML.');
    return ok({ format: 'xml', root: parser.parse(text) });
  } catch {
    return err('The body is no well-formed XML.');
  }
}
