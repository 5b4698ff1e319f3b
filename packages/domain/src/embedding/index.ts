export { type EmbeddedPage, type EmbedRefusal, mayEmbed, readEmbedded, textOfBase64 } from './embedded-page.ts';
