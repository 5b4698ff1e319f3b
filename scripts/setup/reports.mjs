import { stripVTControlCharacters } from 'node:util';

/** Shortens a failure message to its first lines. */
const shortened = (message) =>
  stripVTControlCharacters(message ?? '')
    .split('\n')
    .slice(0, 25)
    .join('\n')
    .slice(0, 2500);

const broken = (name, message) => ({ name, message: shortened(message) });

/** Parses Vitest's report: number of passed tests, skipped ones, and failed ones with their messages. */
export function readVitest(report) {
  const tests = report.testResults.flatMap((file) =>
    file.assertionResults.map((test) => ({ ...test, file: file.name.replace(`${process.cwd()}/`, '') })),
  );
  const skipped = tests.filter(({ status }) => ['pending', 'skipped', 'todo'].includes(status));
  const failed = tests.filter(({ status }) => status === 'failed');
  // A file that fails to load, or whose setup fails, has no failed tests.
  const unloaded = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed'),
  );
  return {
    passed: report.numPassedTests,
    failed: failed.length + unloaded.length,
    skipped: skipped.length,
    skippedNames: skipped.map((test) => test.fullName),
    // A test that passed on retry keeps its first message.
    flaky: tests
      .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
      .map((test) => broken(`${test.file}: ${test.fullName}`, test.failureMessages.join('\n'))),
    failures: [
      ...failed.map((test) => broken(`${test.file}: ${test.fullName}`, test.failureMessages.join('\n'))),
      ...unloaded.map((file) => broken(file.name, file.message)),
    ],
  };
}

const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];

/** Parses Playwright's report into the same shape. */
export function readPlaywright({ stats, suites, errors }) {
  const specs = suites.flatMap(specsOf);
  const said = (spec) => {
    const faults = spec.tests.flatMap((test) => test.results.flatMap(({ error }) => error?.message ?? []));
    return broken(`e2e/${spec.file}:${spec.line} ${spec.title}`, faults.at(-1));
  };
  const skipped = specs.flatMap((spec) =>
    spec.tests
      .filter(({ status }) => status === 'skipped')
      .map(({ projectName, annotations }) => {
        const reason = annotations.find(({ type, description }) => type === 'skip' && description)?.description;
        return `e2e/${spec.file} ${spec.title} in ${projectName}${reason ? `: ${reason}` : ''}`;
      }),
  );
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    skippedNames: skipped,
    flaky: specs.filter((spec) => spec.tests.some(({ status }) => status === 'flaky')).map(said),
    failures: [...specs.filter((spec) => !spec.ok).map(said), ...errors.map((error) => broken('e2e', error.message))],
  };
}
