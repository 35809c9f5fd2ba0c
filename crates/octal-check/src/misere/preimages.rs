//! The elements that multiplication by an element takes to each element.

/// Lists of elements, one after the other.
pub(super) struct Preimages {
    /// The list of y goes from `starts[y]` up to, not including, `starts[y + 1]`.
    starts: Vec<u32>,
    /// Each list ascends.
    elements: Vec<u16>,
}

impl Preimages {
    /// Of a row, which has an element for each element.
    pub(super) fn of(row: &[u16]) -> Preimages {
        let mut starts = vec![0; row.len() + 1];
        row.iter().for_each(|&y| starts[usize::from(y) + 1] += 1);
        for y in 0..row.len() {
            starts[y + 1] += starts[y];
        }
        let (mut next, mut elements) = (starts.clone(), vec![0; row.len()]);
        for (z, &y) in row.iter().enumerate() {
            let place = &mut next[usize::from(y)];
            elements[*place as usize] = z as u16;
            *place += 1;
        }
        Preimages { starts, elements }
    }

    /// The elements that are taken to one of these, ascending.
    pub(super) fn of_all(&self, targets: &[u16]) -> Vec<u16> {
        let list = |&y: &u16| {
            let y = usize::from(y);
            &self.elements[self.starts[y] as usize..self.starts[y + 1] as usize]
        };
        let mut all: Vec<u16> = targets.iter().flat_map(list).copied().collect();
        all.sort_unstable();
        all
    }
}
