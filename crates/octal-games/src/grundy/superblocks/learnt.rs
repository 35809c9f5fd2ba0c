//! What is learnt of a sequence for the superblocks that follow: its taps, planes, witnesses, which taps lead, and
//! in which order to search.

use super::choice::WitnessChoice;
use super::counters::Counters;
use super::leading::LeadingChoice;
use super::lesson::Lesson;
use super::order::{OrderChoice, PieceOrder};
use super::room::Room;
use super::seldom::Seldom;
use super::taps::TapRanges;
use super::trials::SearchTrials;
use super::tuning::Tuning;

/// To compute a heap that needs a value without a plane takes as long as two planes more do for this many heaps, or a
/// little longer.
const HEAPS_PER_BEYOND_PLANES: u64 = 300;
/// To look in its whole set for the value of a heap all whose guesses are given takes as long as guesses save for this many
/// heaps, or a little longer.
const HEAPS_PER_BEYOND_GUESSES: u64 = 20;

/// All that is learnt, and when to learn more.
#[derive(Clone, Debug)]
pub(super) struct Learnt {
    pub(super) taps: TapRanges,
    pub(super) room: Room,
    beyond_planes: Seldom,
    /// Whether block taps are held against guesses, where they can be.
    pub(super) makes_guesses: bool,
    beyond_guesses: Seldom,
    pub(super) witnesses: WitnessChoice,
    pub(super) leading: LeadingChoice,
    order: OrderChoice,
}

impl Learnt {
    /// Nothing but the rare heaps in `taps`, and the largest packed value.
    pub(super) fn new(taps: TapRanges, largest: usize, tuning: &Tuning) -> Learnt {
        Learnt {
            taps,
            room: Room::new(largest, tuning.most_words),
            beyond_planes: Seldom::default(),
            makes_guesses: true,
            beyond_guesses: Seldom::default(),
            witnesses: WitnessChoice::FIRST,
            leading: LeadingChoice::FIRST,
            order: OrderChoice::default(),
        }
    }

    /// In which order to search.
    pub(super) fn order(&self) -> &PieceOrder {
        self.order.order()
    }

    /// Chooses the planes, and if rare values are `verified` the witnesses, by what the last heaps teach.
    pub(super) fn choose_witnesses(&mut self, lesson: &Lesson<'_>, verified: bool) -> Counters {
        let grows = self.witnesses.make(lesson.history.next(), lesson.tuning);
        let counters = Counters { with_more_effort: u64::from(grows), ..Counters::default() };
        let sample = lesson.sample();
        self.beyond_planes = Seldom::default();
        self.room.choose_planes(sample.iter().map(|&(_, packed)| packed).collect());
        if verified {
            let (words, before) = (self.room.words, &self.taps.witnesses);
            self.taps.witnesses = lesson.witnesses(&sample, words, &self.witnesses, before);
        }
        counters
    }

    /// Chooses the leading taps, if it is time to, by what the last heaps teach.
    pub(super) fn choose_leading(&mut self, lesson: &Lesson<'_>) -> Counters {
        let mut counters = Counters::default();
        let next = lesson.history.next();
        let few_planes = self.room.planes.is_some();
        let is_due = self.leading.is_due(next) || few_planes && self.taps.trails();
        if !is_due {
            return counters;
        }
        let all = self.taps.first_place();
        let sweeps = !few_planes && all.len() >= lesson.tuning.least_swept;
        let mut chosen = [all, vec![]];
        if sweeps && self.leading.pays() {
            let [all, _] = chosen;
            chosen = lesson.leading(all);
            counters.lead_choices = 1;
        }
        self.taps.let_lead(chosen);
        self.leading.make(next, lesson.tuning);
        counters
    }

    /// Adds planes, if enough heaps needed values without one for that to pay: among these, of the last superblock, there
    /// were `beyond`. Returns whether it does.
    pub(super) fn add_planes(&mut self, heaps: usize, beyond: u64) -> bool {
        self.beyond_planes.add(heaps, beyond, HEAPS_PER_BEYOND_PLANES) && self.room.add_planes()
    }

    /// Has block taps inserted from now on, if it does not pay to make guesses, because all were given of too many heaps: among
    /// these, of the last superblock, there were `beyond`.
    pub(super) fn judge_guesses(&mut self, heaps: usize, beyond: u64) {
        let are_too_few = self.beyond_guesses.add(heaps, beyond, HEAPS_PER_BEYOND_GUESSES);
        self.makes_guesses &= !are_too_few;
    }

    /// Learns from what searches tried, and counts it.
    pub(super) fn learn(&mut self, trials: &SearchTrials, tuning: &Tuning) -> Counters {
        self.witnesses.add_searched(trials.splits);
        let chooses = self.order.learn(trials, tuning);
        Counters {
            searched: trials.splits,
            order_choices: u64::from(chooses),
            ..Counters::default()
        }
    }
}
