// Two builds from one source: a folder for any static host, and one file that opens from disk.
import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { marked } from 'marked';
import { defineConfig, type Plugin } from 'vite';

const root = resolve(import.meta.dirname, '..');

/** The packages whose code is in the page; their licences are appended to it. */
const BUNDLED = ['preact', 'uplot'];

function notice(): string {
  const licences = BUNDLED.map((name) => {
    const folder = join(import.meta.dirname, 'node_modules', name);
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
    if (!file) throw new Error(`${name} has no licence file`);
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    return `${name} ${version}\n\n${readFileSync(join(folder, file), 'utf8').trim()}`;
  });
  const own = 'octal-workbench is licensed under MIT or Apache-2.0. The page contains these packages:';
  return [own, ...licences].join('\n\n----\n\n');
}

/** The pages of the guide, `virtual:guide`, as HTML. */
function guide(): Plugin {
  const folder = join(root, 'docs');
  const pages = () => {
    const files = readdirSync(folder).filter((file) => file.endsWith('.md') && file !== 'README.md');
    return files.map((file) => {
      const text = readFileSync(join(folder, file), 'utf8');
      const slug = file.replace('.md', '');
      const [, heading] = /^\s*# (.*)\n/.exec(text) ?? [];
      const title = (heading ?? slug[0]!.toUpperCase() + slug.slice(1)).replaceAll('`', '');
      const html = marked.parse(heading ? text.replace(/^\s*# .*\n/, '') : text, { async: false });
      // Pages of the guide point at each other by their files.
      const linked = html.replace(/href="(?:\.\/)?([\w-]+)\.md(#[^"]*)?"/g, 'href="#/guide/$1"');
      // What scrolls sideways takes the focus, so that the keyboard can move it.
      const region = '<div class="scroll" tabindex="0" role="region" aria-label="Table"><table>';
      const reachable = linked.replaceAll('<table>', region).replaceAll('</table>', '</table></div>');
      return { slug, title, html: reachable.replaceAll('<pre>', '<pre tabindex="0">') };
    });
  };
  return {
    name: 'guide',
    resolveId: (id) => (id === 'virtual:guide' ? '\0guide' : undefined),
    load: (id) => (id === '\0guide' ? `export default ${JSON.stringify(pages())}` : undefined),
  };
}

/** Puts scripts and styles into the page itself, and the licences behind it. */
function oneFile(isOneFile: boolean): Plugin {
  return {
    name: 'one-file',
    enforce: 'post',
    generateBundle(_, bundle) {
      if (!isOneFile) {
        this.emitFile({ type: 'asset', fileName: 'NOTICE.txt', source: notice() });
        return;
      }
      const page = bundle['index.html'];
      if (page?.type !== 'asset') throw new Error('there is no index.html');
      let html = String(page.source);
      for (const [name, part] of Object.entries(bundle)) {
        if (name === 'index.html') continue;
        delete bundle[name];
        if (part.type === 'chunk') {
          // In the text of a script, these two would end it.
          const code = part.code.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--');
          html = html.replace(/<script type="module"[^>]*><\/script>/, '');
          html = html.replace('</body>', () => `<script type="module">${code}</script></body>`);
        } else if (name.endsWith('.css')) {
          html = html.replace(/<link rel="stylesheet"[^>]*>/, () => `<style>${String(part.source)}</style>`);
        }
      }
      page.source = html.replace('</html>', () => `</html>\n<!--\nNOTICE\n\n${notice().replaceAll('--', '- -')}\n-->\n`);
      page.fileName = 'octal.html';
    },
  };
}

export default defineConfig(({ mode }) => {
  const isOneFile = mode === 'file';
  return {
    base: './',
    plugins: [guide(), oneFile(isOneFile)],
    build: {
      target: 'es2022',
      outDir: isOneFile ? 'dist/file' : 'dist/site',
      assetsInlineLimit: isOneFile ? Number.MAX_SAFE_INTEGER : 0,
      cssCodeSplit: false,
      modulePreload: false,
    },
  };
});
