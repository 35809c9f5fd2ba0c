//! Tables for papers: rows `heap & value & \textbf{value} \\` in an environment.

use super::row::{NO_VALUES, Parsed, Slip, VALUE, collect, number};

/// The state of reading a document.
#[derive(Default)]
pub(super) struct LatexReader {
    /// The environments that are open.
    open: Vec<String>,
}

impl LatexReader {
    /// Empty cells before the first value are heaps that are left out.
    pub(super) fn row(&mut self, line: &str) -> Parsed {
        if line.starts_with('\\') {
            self.commands(line)?;
        }
        if line.starts_with(['\\', '%', '$']) {
            return NO_VALUES;
        }
        if self.open.is_empty() {
            return Err(Slip::of(line, "`\\begin{tabular}` before the rows"));
        }
        let end = line.rsplit_once("\\\\").map(|(row, rest)| (row, rest.trim_start()));
        let end = end.filter(|(_, rest)| rest.is_empty() || rest.starts_with('\\'));
        let (row, rest) = end.ok_or_else(|| Slip::of(line, "a row that ends with `\\\\`"))?;
        self.commands(rest)?;
        let mut cells = row.split('&').map(str::trim);
        let first = cells.next().unwrap_or_default();
        let heap = number(first, "the first heap of the row, and values")?;
        let mut cells = cells.peekable();
        let mut skipped = 0;
        while cells.next_if(|cell| cell.is_empty()).is_some() {
            skipped += 1;
        }
        let plain = |cell: &str| {
            let bold = cell.strip_prefix("\\textbf{").and_then(|rest| rest.strip_suffix('}'));
            number(bold.unwrap_or(cell), VALUE)
        };
        Ok((heap.saturating_add(skipped), collect(cells.map(plain))?))
    }

    /// Follows the environments that begin and end.
    fn commands(&mut self, line: &str) -> Result<(), Slip> {
        for command in line.split('\\') {
            let name = |rest: &str| rest.split('}').next().unwrap_or_default().to_owned();
            if let Some(begun) = command.strip_prefix("begin{") {
                self.open.push(name(begun));
            } else if let Some(ended) = command.strip_prefix("end{")
                && self.open.pop().is_none_or(|open| open != name(ended))
            {
                return Err(Slip::of(line, "the end of the environment that was begun last"));
            }
        }
        Ok(())
    }

    pub(super) fn end(&self) -> Result<(), Slip> {
        match self.open.last() {
            Some(open) => {
                let expected = format!("`\\end{{{open}}}`: the table is cut off");
                Err(Slip::new("the end of the file", expected))
            }
            None => Ok(()),
        }
    }
}
