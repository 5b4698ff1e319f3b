#!/usr/bin/env node
// Takes the pictures of the documents (docs/images) from a running demo: npm run pictures -- [address]
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { findBrowser } from '../setup/browser.mjs';
import { root } from '../setup/install.mjs';

const [address = 'http://127.0.0.1:4000'] = process.argv.slice(2);
const demo = { email: 'admin@demo.example', password: 'Demo-pass-1' };
const site = 'Arcades du Lac';
const desktop = { width: 1280, height: 800 };
const phone = { width: 400, height: 800 };

async function query(text, variables, token) {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  const body = JSON.stringify({ query: text, variables });
  const answer = await (await fetch(`${address}/v2/graphql`, { method: 'POST', headers, body })).json();
  if (answer.errors) throw new Error(answer.errors[0].message);
  return answer.data;
}

const signIn = 'query ($email: String!, $password: String!) { login(email: $email, password: $password) { token } }';
const {
  login: { token },
} = await query(signIn, demo);
const { allInstallations } = await query('{ allInstallations { id name } }', {}, token);
const found = allInstallations.find(({ name }) => name === site);
if (found === undefined) throw new Error(`${address} has no ${site}: start it with the demo`);

const pictures = [
  { name: 'overview', path: '/', size: desktop },
  { name: 'site', path: `/counting/${found.id}`, size: desktop },
  { name: 'phone', path: '/', size: phone },
  { name: 'explain', path: `/counting/${found.id}`, size: desktop, press: 'Explain this number' },
  { name: 'alerts', path: '/alerts', size: desktop },
  { name: 'plan', path: `/settings/sites/${found.id}/plan`, size: desktop },
  { name: 'arabic', path: `/counting/${found.id}`, size: desktop, language: 'ar' },
];

const browser = await chromium.launch({ executablePath: findBrowser() });
for (const { name, path, size, press, language = 'en' } of pictures) {
  const context = await browser.newContext({ viewport: size, locale: 'en', colorScheme: 'light' });
  const cookies = { 'production-atrium-token': token, 'production-atrium-session': '1', 'atrium-consent': 'no' };
  await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url: address })));
  await context.addInitScript((code) => localStorage.setItem('atrium.language', code), language);
  const page = await context.newPage();
  await page.goto(address + path);
  await page.locator('main h1, main h2').first().waitFor();
  await page.waitForLoadState('networkidle');
  if (press !== undefined) await page.getByTitle(press).first().click();
  await page.evaluate(() => document.fonts.ready);
  // Charts have drawn and transitions have ended.
  await page.waitForTimeout(2000);
  const file = join(root, `docs/images/${name}.png`);
  await page.screenshot({ path: file, animations: 'disabled' });
  process.stdout.write(`${file}: ${Math.round(statSync(file).size / 1000)} KB\n`);
  await context.close();
}
await browser.close();
