// Light and dark: the system decides, unless somebody has chosen.
import { useEffect, useState } from 'preact/hooks';

const system = matchMedia('(prefers-color-scheme: dark)');

function stored(): string | null {
  try {
    return localStorage.getItem('theme');
  } catch {
    // A page opened from disk may have no storage.
    return null;
  }
}

function apply(): void {
  document.documentElement.dataset.theme = stored() ?? (system.matches ? 'dark' : 'light');
  dispatchEvent(new Event('theme'));
}

let chosen: string | null = null;

export function toggleTheme(): void {
  chosen = document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark';
  try {
    localStorage.setItem('theme', chosen);
  } catch {
    // The choice then lasts as long as the page.
  }
  document.documentElement.dataset.theme = chosen;
  dispatchEvent(new Event('theme'));
}

apply();
system.addEventListener('change', () => chosen === null && apply());

/** A number that changes with the theme and the width of the window: what is drawn must be drawn again. */
export function useRedraw(): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    let width = innerWidth;
    let timer = 0;
    const redraw = () => setCount((n) => n + 1);
    const resized = () => {
      clearTimeout(timer);
      timer = window.setTimeout(() => {
        if (innerWidth !== width) redraw();
        width = innerWidth;
      }, 100);
    };
    addEventListener('theme', redraw);
    addEventListener('resize', resized);
    return () => {
      removeEventListener('theme', redraw);
      removeEventListener('resize', resized);
    };
  }, []);
  return count;
}

/** The value of a colour of the style sheet. */
export const colour = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
