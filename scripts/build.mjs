#!/usr/bin/env node
// Builds what `npm start` would build at its first start, and starts nothing: for images (deploy/Containerfile).
import { ensureServerBuilt } from './setup/server-build.mjs';
import { ensureWebBuilt } from './setup/web-build.mjs';

await ensureWebBuilt();
await ensureServerBuilt();
