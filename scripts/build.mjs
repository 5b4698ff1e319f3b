#!/usr/bin/env node
// Builds what `npm start` builds at its first start, without starting: for images (deploy/Containerfile).
import { ensureServerBuilt } from './setup/server-build.mjs';
import { ensureWebBuilt } from './setup/web-build.mjs';

await Promise.all([ensureWebBuilt(), ensureServerBuilt()]);
