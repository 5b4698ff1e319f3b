// Measures the sentences of Markdown documents.

const maxMeanWords = 16;
const maxWords = 25;

/** Removes what is not prose: code blocks, tables, comments, pictures and headings. */
function stripMarkup(markdown) {
  return markdown
    .replace(/^```[\s\S]*?^```$/gm, '')
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/^\|.*$/gm, '')
    .replace(/^#.*$/gm, '')
    .replace(/!\[[^\]]*\]\([^)]*\)/g, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');
}

/** Returns paragraphs and list items as single lines. */
function findParagraphs(markdown) {
  const paragraphs = [];
  let current = '';
  const end = () => {
    if (current.trim() !== '') paragraphs.push(current.trim());
    current = '';
  };
  for (const line of stripMarkup(markdown).split('\n')) {
    const item = /^\s*(?:[-*]|\d+\.)\s+(.*)$/.exec(line);
    if (item !== null || line.trim() === '') end();
    current += ` ${item === null ? line.trim() : item[1]}`;
  }
  end();
  return paragraphs;
}

/** Splits a paragraph into sentences. A piece of code, such as a file name, is one word. */
function splitSentences(paragraph) {
  return paragraph
    .replace(/`[^`]*`/g, 'code')
    .replace(/\*\*|\*|_/g, '')
    .replace(/\be\.g\.|\bi\.e\.|\betc\./g, 'eg')
    .split(/(?<=[.!?:])\s+(?=[A-Z"'(\d]|code\b)/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => /[a-z]/i.test(sentence));
}

const countWords = (sentence) => sentence.split(/\s+/).filter((word) => /[\p{L}\d]/u.test(word)).length;

/** An enumeration may be long, because its parts are read one by one. */
const isEnumeration = (sentence) => (sentence.match(/[,;:]/g) ?? []).length >= 3;

/** Returns what is wrong with the sentences of a document, one line each. Code, tables and headings are not prose. */
export function findSentenceFaults(markdown) {
  const sentences = findParagraphs(markdown).flatMap(splitSentences);
  const long = sentences.filter((sentence) => countWords(sentence) > maxWords && !isEnumeration(sentence));
  const faults = long.map((sentence) => `${countWords(sentence)} words, where ${maxWords} are allowed: ${sentence}`);
  const mean = sentences.reduce((sum, sentence) => sum + countWords(sentence), 0) / sentences.length;
  return mean > maxMeanWords
    ? [...faults, `${mean.toFixed(1)} words in a mean sentence, over ${maxMeanWords}`]
    : faults;
}
