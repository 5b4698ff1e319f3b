import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Tokens that are steps of a scale: the same in every theme, language and width. */
const isStep = /^--(space|size|stroke|radius|layer|weight)-/;
const tokens = path.join(import.meta.dirname, '../src/ui/tokens.css');

/** Returns all steps with their values from `tokens.css`. */
export function readSteps(): ReadonlyMap<string, string> {
  const css = readFileSync(tokens, 'utf8');
  return new Map(
    [...css.matchAll(/^\s*(--[\w-]+):\s*([^;]+);/gm)].flatMap(([, name = '', value = '']) =>
      isStep.test(name) ? [[name, value] as const] : [],
    ),
  );
}

interface Declaration {
  readonly prop: string;
  value: string;
  remove(): void;
}

interface Sheet {
  walkDecls(each: (declaration: Declaration) => void): void;
}

/**
 * Replaces step names by their values, so that names cost no bytes: style sheets of first screens have a budget. Runs
 * last, after composed classes are resolved.
 */
export function inlineScales() {
  const values = readSteps();
  return {
    postcssPlugin: 'atrium:scales',
    OnceExit(sheet: Sheet) {
      sheet.walkDecls((declaration) => {
        if (values.has(declaration.prop)) return declaration.remove();
        declaration.value = declaration.value.replace(/var\((--[\w-]+)\)/g, (whole, name) => values.get(name) ?? whole);
      });
    },
  };
}
