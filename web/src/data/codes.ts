// Codes as the page reads them by itself, while somebody types: digits, places, and which class a code is in.

/** True for a code of octal or hexadecimal digits without marks and repeats. */
export const isPlainCode = (text: string) => /^[0-9a-f]\.[0-9a-f]+$/i.test(text);

/** The place of an octal code of at most five digits in the census, or null. Trailing zeros do not count. */
export function censusIndex(code: string): number | null {
  const found = /^([04])\.([0-7]{1,})$/.exec(code);
  if (!found) return null;
  const digits = found[2]!.replace(/0+$/, '');
  const k = digits.length;
  if (k > 5) return null;
  const four = found[1] === '4';
  if (k === 0) return four ? 1 : 0;
  const value = parseInt(digits, 8);
  return 2 * 8 ** (k - 1) + (four ? 7 * 8 ** (k - 1) : 0) + value - Math.floor(value / 8) - 1;
}

/** The code at a place of the census. */
export function censusCode(index: number): string {
  if (index < 2) return index === 1 ? '4.0' : '0.0';
  let k = 1;
  while (2 * 8 ** k <= index) k++;
  const rest = index - 2 * 8 ** (k - 1);
  const half = 7 * 8 ** (k - 1);
  const rank = rest % half;
  const value = rank + Math.floor(rank / 7) + 1;
  return `${rest >= half ? 4 : 0}.${value.toString(8).padStart(k, '0')}`;
}

/** The bits of the digits d0, d1, … of a plain code. */
export function digitBits(code: string): number[] {
  const [d0 = '0', rest = ''] = code.replace(/[![\]]/g, '').split('.');
  return [d0, ...(rest === '0' ? '' : rest)].map((digit) => parseInt(digit, 16) || 0);
}
