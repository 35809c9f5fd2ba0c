"use strict";
// Codes as people write them, and the first cousins of a code.

// The longest code that the program reads.
const MOST_PLACES = 64;

const unspaced = (text) => text.trim().toLowerCase().replace(/\s+/g, " ");

// A code without zeros at its end, which mean nothing; one place stays after the point.
function shortest(code) {
  return code.includes("[") ? code : code.replace(/0+$/, "").replace(/\.$/, ".0");
}

// The codes of a pattern: a group in parentheses has the digits that may stand in its place.
function expand(pattern) {
  const [open, close] = [pattern.indexOf("("), pattern.indexOf(")")];
  if (open < 0) { return [shortest(pattern)]; }
  const digits = Array.from(pattern.slice(open + 1, close));
  return digits.flatMap((d) => expand(pattern.slice(0, open) + d + pattern.slice(close + 1)));
}

// The code of a subtraction game, S(1,2,3): taking k may leave no heap or one, so digit 3 stands in place k.
function subtraction(text) {
  const [, listed] = /^s\(((?:\d+,)*\d+)\)$/.exec(text) || [];
  const taken = new Set((listed || "").split(",").map(Number));
  const places = Math.max(...taken);
  const digit = (_, i) => (taken.has(i + 1) ? "3" : "0");
  return listed && places <= MOST_PLACES ? "0." + Array.from({ length: places }, digit).join("") : null;
}

// Reads a code: its shortest spelling, or what is wrong with it.
function readCode(text) {
  const code = subtraction(text) || text.replace("·", ".").replace(/^\./, "0.");
  const wrong = code.search(/[^0-9a-f.!\[\]]/);
  const example = "A code is a digit 0 or 4, a point, and digits 0 to 7, such as 0.137 or 4.4; hexadecimal codes " +
    "have digits up to f.";
  if (wrong >= 0) { return { error: `“${code[wrong]}” has no place in a code. ${example}` }; }
  if (/^[0-9a-f]+$/.test(code)) { return { error: `A code has a point: is 0.${code.replace(/^0(?=.)/, "")} meant?` }; }
  if (/^([1-35-79abdef]|[0-9a-f]{2})/.test(code)) {
    return { error: "Before the point stands one digit, 0, 4, 8 or c: where nothing is taken, a heap is split." };
  }
  const digit = "([0-9a-f]|[4-7c-f]!)";
  const form = new RegExp(`^(0|8|[4c]!?)\\.(${digit}+|${digit}*\\[${digit}+\\])$`);
  return form.test(code) ? { code: shortest(code) } : { error: `“${text}” is no code. ${example}` };
}

// The digits of a code, d0 first, or null if it has marks or repeats.
function digitsOf(code) {
  return /[!\[]/.test(code) ? null : Array.from(code.replace(".", ""), (digit) => parseInt(digit, 16));
}

// The digits of the code that is this one with heaps one smaller, or null if d1 is odd or there is no move:
// the shift rule of Guy and Smith.
function firstCousin(digits) {
  if (digits[1] % 2 === 1 || digits.every((digit) => digit === 0)) { return null; }
  const has = (k, bit) => (digits[k] & bit) !== 0;
  const digit = (k) => (has(k + 1, 1) ? 1 : 0) | (has(k, 2) ? 3 : 0) | (has(k - 1, 4) ? 7 : 0) |
    (has(k - 2, 8) ? 15 : 0);
  return Array.from({ length: digits.length + 2 }, (_, k) => digit(k));
}

// The standard form S of a code and s with G_code(n) = G_S(n − s), or null.
function standardForm(code) {
  let digits = digitsOf(code);
  let shift = 0;
  for (let next = digits; next !== null; shift += 1) {
    if (next.length > MOST_PLACES) { return null; }
    digits = next;
    next = firstCousin(digits);
  }
  const [first, ...rest] = (digits || []).map((digit) => digit.toString(16));
  return digits && { code: shortest(`${first}.${rest.join("")}`), shift: shift - 1 };
}
