"use strict";
// Tables sort by their headings and filter by their form; without a script they stay as they are.
for (const form of document.querySelectorAll("form.filter")) {
  const table = document.getElementById(form.dataset.table);
  const body = table.tBodies[0];
  const rows = Array.from(body.rows);
  const headings = Array.from(table.tHead.rows[0].cells);
  const [words, choice] = [form.querySelector("input"), form.querySelector("select")];

  function filter() {
    const wanted = words.value.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = (row) => wanted.every((word) => row.dataset.find.includes(word)) &&
      (choice.value === "" || row.dataset.status === choice.value);
    rows.forEach((row) => { row.hidden = !fits(row); });
    const shown = rows.filter((row) => !row.hidden).length;
    form.querySelector("output").textContent = shown + " of " + rows.length + " rows";
  }

  // What a cell sorts by: its number, its text, or nothing, which comes last either way.
  function key(row, column) {
    const cell = row.cells[column];
    const text = cell.dataset.v === undefined ? cell.textContent.trim() : cell.dataset.v;
    return headings[column].classList.contains("number") && text !== "" ? Number(text) : text;
  }

  function sort(column) {
    const heading = headings[column];
    const falls = heading.getAttribute("aria-sort") === "ascending";
    const compare = (a, b) => {
      const [x, y] = [key(a, column), key(b, column)];
      if (x === "" || y === "") { return (x === "") - (y === ""); }
      const order = typeof x === "number" ? x - y : x.localeCompare(y, "en", { numeric: true });
      return falls ? -order : order;
    };
    headings.forEach((other) => other.removeAttribute("aria-sort"));
    heading.setAttribute("aria-sort", falls ? "descending" : "ascending");
    rows.slice().sort(compare).forEach((row) => body.append(row));
  }

  headings.forEach((heading, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...heading.childNodes);
    button.addEventListener("click", () => sort(column));
    heading.append(button);
  });
  form.addEventListener("input", filter);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.hidden = false;
  filter();
}
