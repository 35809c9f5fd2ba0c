// Runs scenarios, accessibility and the comparison with the program. Arguments choose parts by name.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { checkAccessibility } from './accessibility.mjs';
import { CHROMIUM, ROOT, start } from './browser.mjs';
import { compare } from './compare.mjs';
import scenarios from './scenarios.mjs';

const wanted = process.argv.slice(2);
const isWanted = (name) => wanted.length === 0 || wanted.some((part) => name.includes(part));
if (!existsSync(CHROMIUM)) {
  console.log(`Chromium is not at ${CHROMIUM}: set CHROMIUM, or install it. Nothing was tested.`);
  process.exit(2);
}
if (!existsSync(join(ROOT, 'dist/file/octal.html'))) {
  console.log('There is no build: run npm run build first.');
  process.exit(2);
}

const failures = [];
const test = async (name, run) => {
  if (!isWanted(name)) return;
  const began = performance.now();
  try {
    await run();
    console.log(`ok    ${name} (${Math.round(performance.now() - began)} ms)`);
  } catch (error) {
    failures.push(name);
    console.log(`FAIL  ${name}\n      ${String(error.message ?? error).split('\n').slice(0, 12).join('\n      ')}`);
  }
};

const chrome = await start();
try {
  // Wide screens from the server in the light theme, phones from disk in the dark one; the next scenario the other way.
  let turn = 0;
  for (const { name, hash, run, only } of scenarios) {
    turn++;
    for (const size of ['desktop', 'phone']) {
      if (only && only !== size) continue;
      const isFirst = (size === 'desktop') === (turn % 2 === 0);
      const [theme, source] = isFirst ? ['light', 'site'] : ['dark', 'file'];
      await test(`${name} [${size}, ${theme}, ${source}]`, async () => {
        const { page, context, errors } = await chrome.open({ size, theme, source, hash });
        try {
          await run({ page, theme, isPhone: size === 'phone' });
          if (errors.length) throw new Error(`the console says: ${errors.join('; ')}`);
        } finally {
          await context.close();
        }
      });
    }
  }
  await checkAccessibility(chrome, test);
} finally {
  await chrome.stop();
}
await test('200 random codes agree with the program', compare);
console.log(failures.length ? `${failures.length} failed` : 'all passed');
process.exit(failures.length ? 1 : 0);
