// Chromium for the tests: a server for dist/site, pages in a given size, theme and source, and their errors.
import { createServer } from 'node:http';
import { existsSync, readFileSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { chromium } from 'playwright-core';

export const ROOT = resolve(import.meta.dirname, '..');
export const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
const FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking'];

export const SIZES = { desktop: { width: 1400, height: 900 }, phone: { width: 390, height: 844 } };

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.gz': 'application/gzip', '.txt': 'text/plain' };

/** Serves dist/site on a free port. */
function serve() {
  const site = join(ROOT, 'dist/site');
  const server = createServer((request, response) => {
    const path = join(site, new URL(request.url, 'http://host').pathname.replace(/\/$/, '/index.html'));
    if (!path.startsWith(site) || !existsSync(path)) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream' }).end(readFileSync(path));
  });
  return new Promise((done) => server.listen(0, '127.0.0.1', () => done(server)));
}

export async function start() {
  const [server, browser] = await Promise.all([serve(), chromium.launch({ executablePath: CHROMIUM, args: FLAGS })]);
  const sources = { site: `http://127.0.0.1:${server.address().port}/`, file: `file://${join(ROOT, 'dist/file/octal.html')}` };
  return {
    sources,
    browser,
    /** A page with its address; `errors` collects what the console reports. */
    async open({ size = 'desktop', theme = 'light', source = 'file', hash = '#/' }) {
      const context = await browser.newContext({ viewport: SIZES[size], colorScheme: theme, hasTouch: size === 'phone', acceptDownloads: true, reducedMotion: 'reduce' });
      const page = await context.newPage();
      page.setDefaultTimeout(60_000);
      const errors = [];
      page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
      page.on('pageerror', (error) => errors.push(error.message));
      page.on('request', (request) => {
        const url = request.url();
        if (/^https?:/.test(url) && !url.startsWith(sources.site)) errors.push(`the page asks the network for ${url}`);
      });
      await page.goto(sources[source] + hash);
      return { page, context, errors };
    },
    async stop() {
      await browser.close();
      server.close();
    },
  };
}
