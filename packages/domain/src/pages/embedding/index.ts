export { canEmbed, decodeBase64, type EmbeddedPage, type EmbedRefusal, parseEmbeddedPage } from './embedded-page.ts';
