// axe-core finds no serious fault on any page, in both sizes and themes.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './browser.mjs';

const PAGES = ['#/', '#/game/0.137', '#/game/0.6', '#/game/0.1x7', '#/atlas', '#/play/treblecross?hint=1', '#/play/kayles?hint=1', '#/play/dawsons-chess?hint=1', '#/play/heaps?hint=1', '#/play/two-dimensional-kayles', '#/identify', '#/rule', '#/learn/1', '#/learn/2', '#/learn/3', '#/learn/4', '#/learn/5', '#/guide/proofs'];

export async function checkAccessibility(chrome, test) {
  const axe = readFileSync(join(ROOT, 'node_modules/axe-core/axe.min.js'), 'utf8');
  for (const [size, theme] of [['desktop', 'light'], ['desktop', 'dark'], ['phone', 'light'], ['phone', 'dark']]) {
    for (const hash of PAGES) {
      await test(`accessibility of ${hash} [${size}, ${theme}]`, async () => {
        const { page, context } = await chrome.open({ size, theme, hash });
        try {
          await page.locator('h1').first().waitFor();
          if (hash.startsWith('#/game/0.137')) await page.locator('.proof').waitFor();
          await page.waitForTimeout(400);
          await page.evaluate(axe);
          const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
          const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
          const words = serious.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ target, failureSummary }) => `${target} ${failureSummary.split('\n')[1] ?? ''}`).join(' | ')}`);
          if (words.length) throw new Error(words.join('\n'));
        } finally {
          await context.close();
        }
      });
    }
  }
}
